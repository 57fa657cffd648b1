/**
 * What a table and a page say to each other.
 *
 * @typedef {{file: string, line: number}} Place
 * @typedef {{number: number, label: string, note?: string, amount?: string, key?: string, spots?: string[][], failed?: string,
 *   declines?: boolean, takes_back?: boolean, face?: string, red?: boolean}} Choice
 * @typedef {{seat: number, prompt: string, rule: string, cites?: string[], place?: Place | null,
 *   choices: Choice[], may_pass?: boolean, only?: string}} Question
 * @typedef {{step: number | string, text: string, seat: number | null, why?: string[], cites?: string[],
 *   place?: Place | null, kind?: string, rule?: string, number?: number, report?: string}} Line
 * @typedef {{name: string, who: string, turn: boolean, here: boolean, out?: boolean, person?: string, colour?: number}} Seat
 * @typedef {object} Shown
 * @property {string} game
 * @property {number} step
 * @property {number} steps
 * @property {boolean} live
 * @property {number} version
 * @property {number | null} seat
 * @property {Seat[]} seats
 * @property {string} heading
 * @property {string[]} phases
 * @property {{svg: string, title: string, text: string}} [picture]
 * @property {Question | null} question
 * @property {string} waiting
 * @property {Line[]} log
 * @property {number} [from] how many lines of the log, which the page has, come before
 * @property {{text: string, ranks: number[], lines?: string[], why?: string, bots?: string} | null} outcome
 * @property {{undo: boolean, redo: boolean, see: boolean, host?: boolean, name?: number[], colour?: boolean}} can
 * @property {{seat: number, text: string} | null} [hand_over]
 * @property {{per: string, running: number | null, left: (number | null)[]}} [clock] how long each may think
 * @property {{games: number, game: number, over: boolean, changes?: string, sides: {seats: number[], points: number}[]}} [series] the games of the match
 * @property {boolean} [paused]
 * @property {string[]} [orders] what the table passes for the player, by its prompt
 * @property {{text: string, why: string[], lines: string[], more: number, asks: boolean, mine: boolean, waits_for: string[],
 *   anyway: boolean} | null} [taking_back]
 * @property {{agreed: boolean | null, questions: string[]} | null} [playtest] whether this player agreed, and what is asked when all is over
 *
 * @typedef {{game: string, sheet?: string, language?: string, direction?: string, languages?: {code: string, name: string}[],
 *   words?: import("./words.js").Words, players?: {kind: string, label: string}[],
 *   rulebook?: string, lessons?: number}} Hello
 *
 * @typedef {{number: number, of: number, page: number, pages: number, title: string, cites: string[], heading: string,
 *   told: {kind: string, text: string}[], picture: {svg: string, title: string, text: string}, question: Question | null,
 *   player: string, takes: number | null}} Lesson
 */
export {};
