// Keeps an order's page up to date while the order is on its way: it fetches the part that changes, as the
// server writes it, and puts in what is new. Without it the link "Look again" does the same.
"use strict";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15000;
const GROWTH = 1.2;

let pauseMs = FIRST_PAUSE_MS;
let next;
// The last steps are written down a moment after they were taken.
let looksAfterEnd = 3;
let looks = true;
const hint = document.createElement("span");
document.querySelector(".again").before(hint);

function put(fresh) {
  const shown = document.getElementById("timeline");
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const old = shown.querySelector(`[data-part="${part.dataset.part}"]`);
    // What is the same stays untouched, so that it is not read out again.
    if (old && old.innerHTML !== part.innerHTML) {
      old.replaceChildren(...part.childNodes);
      pauseMs = FIRST_PAUSE_MS;
    }
  }
  shown.dataset.finished = fresh.dataset.finished;
  showHint();
}

function showHint() {
  const finished = document.getElementById("timeline").dataset.finished === "true";
  hint.textContent = finished ? "" : "This page renews itself. ";
}

async function look() {
  const shown = document.getElementById("timeline");
  if (shown.dataset.finished === "true") {
    if (looksAfterEnd === 0) {
      return;
    }
    looksAfterEnd -= 1;
  }
  if (!document.hidden) {
    try {
      const answer = await fetch(shown.dataset.url, { cache: "no-store" });
      if (answer.status === 401 || answer.status === 404) {
        // Signed off meanwhile: looking again by hand leads to the sign-on.
        looks = false;
        hint.textContent = "";
        return;
      }
      if (answer.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.getElementById("timeline");
        if (fresh) {
          put(fresh);
        }
      }
    } catch (unreachable) {
      console.info("The store does not answer; trying again later.", unreachable);
    }
  }
  pauseMs = Math.min(pauseMs * GROWTH, LONGEST_PAUSE_MS);
  next = setTimeout(look, pauseMs);
}

document.addEventListener("visibilitychange", () => {
  clearTimeout(next);
  pauseMs = FIRST_PAUSE_MS;
  if (looks) {
    next = setTimeout(look, pauseMs);
  }
});
next = setTimeout(look, pauseMs);

showHint();
