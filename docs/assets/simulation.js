// Plays games of a compiled ruleset in a page: the module is the one that `gdl simulate` runs, byte for byte.
"use strict";

class CompiledGames {
  // made: what `backend.rows.for_a_page` gives.
  static async open(made) {
    const bytes = Uint8Array.from(atob(made.code), (letter) => letter.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(bytes, {});
    return new CompiledGames(made, instance.exports);
  }

  constructor(made, exports) {
    this.made = made;
    this.exports = exports;
  }

  // Plays games first to first + count - 1, at most `made.most` in one call; gives for each its row, or null for one
  // in which a rule could not be carried out.
  play(seed, first, count) {
    const { made, exports } = this;
    const rows = new Array(count).fill(null);
    for (let begin = 0; begin < count; ) {
      let end = count;
      try {
        exports.play(BigInt.asIntN(64, BigInt(seed)), BigInt(first), begin, count);
      } catch (problem) {
        if (!(problem instanceof WebAssembly.RuntimeError)) throw problem;
        end = new Int32Array(exports.memory.buffer, made.game, 1)[0];
      }
      for (let game = begin; game < end; game++) {
        const start = made.rows + 4 * made.width * game;
        rows[game] = new Int32Array(exports.memory.buffer, start, made.width).slice();
      }
      begin = end + 1;
    }
    return rows;
  }

  // Tells who won a game that ended by its rules, by seat from 0; null for one that did not.
  winners(row) {
    const numbers = (name) => {
      const run = this.made.ends[name];
      return run ? [...row.subarray(run[0], run[0] + run[1])] : [];
    };
    if (numbers("over")[0] !== 1) return null;
    const keys = numbers("out").map((out) =>
      out === -1 ? 0 : out < -10 ? -out - 11 : out === 0 ? 1000 : out === -2 ? 3000 : 2000 - out);
    const best = Math.min(...keys);
    return best === 3000 ? [] : keys.flatMap((key, seat) => (key === best ? [seat] : []));
  }
}

async function simulation(place, made) {
  const games = await CompiledGames.open(made);
  const part = (name) => place.querySelector(`[data-part="${name}"]`);
  part("start").disabled = false;
  part("start").onclick = async () => {
    part("start").disabled = true;
    const wanted = Number(part("games").value), seed = Number(part("seed").value);
    const wins = new Array(made.players).fill(0);
    let ties = 0, decisions = 0, spent = 0;
    for (let first = 0; first < wanted; first += made.most) {
      const count = Math.min(made.most, wanted - first);
      const begun = performance.now();
      const rows = games.play(seed, first, count);
      spent += performance.now() - begun;
      for (const row of rows) {
        const winners = row && games.winners(row);
        if (winners?.length === 1) wins[winners[0]]++;
        else if (winners) ties++;
        decisions += row ? row[0] : 0;
      }
      const played = first + count;
      part("told").textContent = [
        ...wins.map((won, seat) => `seat ${seat + 1} won   ${(100 * won / played).toFixed(1).padStart(5)} %`),
        `ties         ${(100 * ties / played).toFixed(1).padStart(5)} %`,
        `${(decisions / played).toFixed(1)} decisions a game`,
        `${played.toLocaleString("en")} games, ${Math.round(played / spent * 1000).toLocaleString("en")} a second`,
      ].join("\n");
      await new Promise(requestAnimationFrame);
    }
    part("start").disabled = false;
  };
}

if (typeof document !== "undefined")
  for (const place of document.querySelectorAll("[data-simulation]"))
    simulation(place, globalThis.compiledRulesets[place.dataset.simulation]);
