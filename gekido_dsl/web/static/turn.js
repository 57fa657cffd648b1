/** The page that says whose turn it is: it asks again now and then, and whoever reads stays where they are. */

const AGAIN_MS = 30_000;
const TOLD = "[role=status] b, [role=status] .quiet";

async function again() {
  /** @type {Document} */
  let page;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return; // the server does not answer now; it is asked again
  }
  const told = page.querySelectorAll(TOLD);
  if (!told.length) {
    location.reload(); // it says why it tells nothing any more
    return;
  }
  document.title = page.title;
  document.querySelectorAll(TOLD).forEach((one, at) => {
    if (one.textContent !== told[at]?.textContent) one.textContent = told[at]?.textContent ?? "";
  });
}

setInterval(again, AGAIN_MS);
