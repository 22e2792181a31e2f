// The page: what is always there, the parts of a step, keys, and what is printed.

const main = element("main", { id: "main", tabindex: "-1" });
const strip = element("nav", { class: "strip", "aria-label": "Steps" });

/** What is said above the steps. */
function verdictWords() {
  const errors = DATA.problems.filter((problem) => problem.error);
  if (DATA.kernels.length === 0) return "Nothing was transformed.";
  if (errors.length > 0) return "Refused.";
  const stages = DATA.kernels.map((own) => own.stages[own.stages.length - 1]);
  if (stages.some((own) => own.outcome === "open")) return "Not all kernels can be lowered as they stand.";
  return stages.length > 1 ? "All kernels are proved to compute what the originals do."
    : "The result is proved to compute what the original does.";
}

function header() {
  const steps = DATA.kernels.reduce((sum, own) => sum + own.stages.length - 1, 0);
  const choice = DATA.kernels.length > 1 ? element("label", {}, "Kernel ", kernelSelect()) : null;
  return element("header", {},
    element("div", {},
      element("h1", {}, DATA.title),
      element("p", { class: "verdict" }, `${counted(steps, "step")}. ${verdictWords()}`)),
    element("div", { class: "tools screen" }, choice,
      quietButton({ id: "theme", onclick: toggleTheme }, "Light or dark"),
      quietButton({ id: "help", "aria-haspopup": "dialog", onclick: showHelp }, "Keys (?)")));
}

function kernelSelect() {
  const options = DATA.kernels.map((own, at) => element("option", { value: at }, own.name));
  const change = (event) => choose(Number(event.target.value), 0);
  return element("select", { id: "kernel", onchange: change }, options);
}

function quietButton(attributes, words) {
  return element("button", { type: "button", class: "quiet", ...attributes }, words);
}

/** The sign of an outcome, whose words stand elsewhere. */
function signOf(outcome) {
  return element("span", { class: "sign", "aria-hidden": "true" }, OUTCOMES[outcome].sign);
}

function fillStrip() {
  const chips = track().stages.map((own, at) => element("li", {}, chip(own, at)));
  strip.replaceChildren(element("ol", {}, chips));
}

function chip(own, at) {
  const attributes = {
    type: "button",
    class: `chip ${own.outcome}`,
    "aria-current": at === state.step ? "step" : null,
    title: `${own.call || own.name}: ${OUTCOMES[own.outcome].words}`,
    onclick: () => {
      choose(state.kernel, at);
      focusStep();
    },
  };
  return element("button", attributes, signOf(own.outcome), element("span", { class: "name" }, own.name),
    element("span", { class: "time" }, duration(own.milliseconds)));
}

function focusStep() {
  const current = strip.querySelector("[aria-current]");
  if (current) current.focus({ preventScroll: true });
}

/** The parts of a step. */
function stageParts(own, at) {
  const shown = standing(track(), at);
  const original = track().stages[0].tree;
  const place = own.place ? `${DATA.sources[own.place[0]].name}:${own.place[1]}` : "";
  return [
    element("section", { class: "step", "aria-label": "The step" },
      element("h2", {}, own.call ? element("code", {}, own.call) : own.name),
      element("p", {}, prose(own.summary), place ? element("small", {}, ` ${place}`) : null),
      element("p", { class: `outcome ${own.outcome}` }, signOf(own.outcome), " ",
        OUTCOMES[own.outcome].words)),
    section("problems", "What is wrong", problemCards(stageProblems(own, at), own, original)),
    textsSection(own, shown),
    treeSection(shown),
    spaceSection(shown, original),
    rooflineSection(shown),
    element("div", { class: "pair" }, answersSection(own, shown), countsSection(shown)),
  ];
}

/** What is said at a step: its own problems, and at the last one those of the whole run which no step has. */
function stageProblems(own, at) {
  const stages = DATA.kernels.flatMap((kernel) => kernel.stages);
  const known = stages.flatMap((stage) => stage.problems.map((problem) => problem.message));
  const is_last = at === track().stages.length - 1;
  const rest = is_last ? DATA.problems.filter((problem) => !known.includes(problem.message)) : [];
  return [...own.problems, ...rest];
}

function render() {
  linked = [];
  fillStrip();
  const select = document.getElementById("kernel");
  if (select) select.value = state.kernel;
  main.replaceChildren(...stageParts(stage(), state.step).filter(Boolean));
  point();
  const current = strip.querySelector("[aria-current]");
  if (!current) return;
  const middle = current.parentElement.offsetLeft + current.clientWidth / 2;
  strip.scrollLeft = middle - strip.clientWidth / 2;
}

const KEYS = [
  ["← →", "the step before, the next one"],
  ["Home End", "the kernel as it was read, the last step"],
  ["↑ ↓", "the next kernel, where there are several"],
  ["w", "whole texts, or what changed"],
  ["t", "light or dark"],
  ["Esc", "forget the statement that is marked"],
  ["Tab", "texts, arcs and controls, one after the other"],
  ["?", "this help"],
];

const help = element("dialog", { "aria-labelledby": "help-title" },
  element("h2", { id: "help-title" }, "Keys"),
  element("dl", {}, KEYS.map(([key, words]) => [element("dt", {}, key), element("dd", {}, words)])),
  element("form", { method: "dialog" }, element("button", { class: "quiet" }, "Close")));

function showHelp() {
  if (!help.open) help.showModal();
}

function isTyping(target) {
  return target.closest("input[type=range], select, textarea, dialog, .lines, .scroller") !== null;
}

function forget() {
  state.chosen = null;
  point();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const moves = {
    ArrowLeft: [0, state.step - 1], ArrowRight: [0, state.step + 1], Home: [0, 0], End: [0, Infinity],
    ArrowUp: [-1, 0], ArrowDown: [1, 0],
  };
  const does = { t: toggleTheme, "?": showHelp, Escape: forget };
  if (DATA.kernels.length > 0) does.w = toggleWhole;
  if (DATA.kernels.length > 0 && moves[event.key] && !isTyping(event.target)) {
    const [by, step] = moves[event.key];
    const kernel = state.kernel + by;
    // Where there is one kernel, these keys scroll.
    if (by !== 0 && (DATA.kernels.length === 1 || !DATA.kernels[kernel])) return;
    event.preventDefault();
    choose(kernel, step);
    focusStep();
  } else if (does[event.key] && !event.target.closest("select, textarea")) {
    does[event.key]();
  }
}

/** Prints every step of every kernel, whatever is on the screen. */
function printAll() {
  const before = { kernel: state.kernel, step: state.step };
  const parts = DATA.kernels.flatMap((own, kernel) => own.stages.flatMap((_, step) => {
    Object.assign(state, { kernel, step });
    const title = DATA.kernels.length > 1 ? `${own.name}, step ${step}` : `Step ${step}`;
    return [element("p", { class: "sheet-title" }, title), ...stageParts(stage(), step).filter(Boolean)];
  }));
  Object.assign(state, before);
  main.replaceChildren(...parts);
}

document.body.append(header(), strip, main, help,
  element("footer", {}, `lpopt ${DATA.version}`, DATA.left_out ? `. Left out: ${DATA.left_out}.` : ""));
document.addEventListener("keydown", onKey);
if (DATA.kernels.length === 0) {
  main.append(section("problems", "What is wrong", problemCards(DATA.problems, {}, null)) || "");
} else {
  chooseFirst();
  window.addEventListener("beforeprint", printAll);
  window.addEventListener("afterprint", render);
  window.addEventListener("hashchange", chooseFirst);
}
