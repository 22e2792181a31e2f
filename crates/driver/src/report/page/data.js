"use strict";
// The data of the report, and what is asked of it in more than one place.

const DATA = JSON.parse(document.getElementById("data").textContent);

/** The lines of a text that is given by numbers of lines. */
function linesOf(text) {
  return text.map((number) => DATA.lines[number]);
}

/** `3 steps`, `1 step`. */
function counted(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** A time in words that fit its size. */
function duration(milliseconds) {
  if (milliseconds === null) return "";
  const short = (value) => (value < 10 ? value.toFixed(1) : Math.round(value));
  if (milliseconds < 1) return `${Math.round(milliseconds * 1000)} µs`;
  return milliseconds < 1000 ? `${short(milliseconds)} ms` : `${short(milliseconds / 1000)} s`;
}

/** What each outcome of a step is called, and its sign. */
const OUTCOMES = {
  start: { sign: "•", words: "as it was read" },
  proved: { sign: "✓", words: "lowered, and proved to compute what the original does" },
  open: { sign: "○", words: "cannot be lowered as it stands; later steps may mend that" },
  wrong: { sign: "✗", words: "would not compute what the original does" },
  refused: { sign: "✗", words: "refused; the kernel stays as it was" },
};

/** The stage whose kernel a stage shows: a step that was refused has none of its own. */
function standing(track, step) {
  let at = step;
  while (at > 0 && track.stages[at].outcome === "refused") at -= 1;
  return track.stages[at];
}

/** Text with what stands between backquotes as code. */
function prose(text) {
  return text.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part));
}
