/** The page that says whose turn it is: it asks again now and then, and whoever reads stays where they are. */

const AGAIN_MS = 30_000;

async function again() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.title = page.title;
    // What says why there is no answer any more takes the place of all.
    const part = page.querySelector("[role=status]") && document.querySelector("[role=status]") ? "[role=status]" : "main";
    const now = document.querySelector(part);
    const then = page.querySelector(part);
    if (now && then && now.innerHTML !== then.innerHTML) now.replaceChildren(...then.childNodes);
  } catch {
    // The server does not answer now; it is asked again.
  }
}

setInterval(again, AGAIN_MS);
