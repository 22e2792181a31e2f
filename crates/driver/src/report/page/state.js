// What is chosen: a kernel, a step, and perhaps a statement, which all texts and drawings point at.

const state = {
  kernel: 0,
  step: 0,
  /** Whether whole texts are shown, or what changed and some lines around. */
  whole: false,
  /** The statement that is pointed at for good, and the one under the pointer: `{ id, of }`. */
  chosen: null,
  hovered: null,
  /** Sizes of drawings, by the number of the kernel. */
  sizes: [],
};

function track() {
  return DATA.kernels[state.kernel];
}

function stage() {
  return track().stages[state.step];
}

/** Shows another step or kernel. */
function choose(kernel, step) {
  const last = DATA.kernels[kernel].stages.length - 1;
  state.kernel = kernel;
  state.step = Math.max(0, Math.min(last, step));
  state.hovered = null;
  history.replaceState(null, "", `#${kernel + 1}/${state.step}`);
  render();
}

/** The kernel and step that the address names, else the first step that is wrong, or the last one. */
function chooseFirst() {
  const told = location.hash.match(/^#(\d+)\/(\d+)$/);
  const kernel = told ? Math.min(Number(told[1]), DATA.kernels.length) - 1 : firstWrong().kernel;
  const step = told ? Number(told[2]) : firstWrong().step;
  choose(Math.max(0, kernel), step);
}

function firstWrong() {
  for (const [kernel, own] of DATA.kernels.entries()) {
    const step = own.stages.findIndex((stage) => stage.outcome === "wrong" || stage.outcome === "refused");
    if (step > 0) return { kernel, step };
  }
  return { kernel: 0, step: DATA.kernels[0].stages.length - 1 };
}

/** How near what an element shows is to a statement: itself, a relative, or neither. */
function nearness(other, statement) {
  if (!other || !statement) return "";
  if (other.id === statement.id) return "same";
  return other.of.some((id) => statement.of.includes(id)) ? "kin" : "";
}

/** Elements that stand for statements, with the statement of each. */
let linked = [];

/** Makes an element point at its statements: on hover for a moment, on a click for good. */
function link(made, statements) {
  if (statements.length === 0) return made;
  linked.push([made, statements]);
  made.classList.add("linked");
  made.addEventListener("mouseenter", () => { state.hovered = statements[0]; point(); });
  made.addEventListener("mouseleave", () => { state.hovered = null; point(); });
  made.addEventListener("click", () => {
    const is_same = state.chosen && nearness(state.chosen, statements[0]) === "same";
    state.chosen = is_same ? null : statements[0];
    point();
    if (!is_same) reveal(made);
  });
  return made;
}

/** Marks all that belongs to the statement which is pointed at. */
function point() {
  const statement = state.hovered || state.chosen;
  for (const [made, statements] of linked) {
    const all = statements.map((other) => nearness(other, statement));
    made.classList.toggle("same", all.includes("same"));
    made.classList.toggle("kin", !all.includes("same") && all.includes("kin"));
  }
}

/** Scrolls the other panes to what is pointed at; the page itself stays where it is. */
function reveal(origin) {
  for (const pane of document.querySelectorAll(".pane .lines")) {
    const found = pane.querySelector(".same") || pane.querySelector(".kin");
    if (!found || pane.contains(origin)) continue;
    const middle = found.offsetTop - pane.clientHeight / 2;
    pane.scrollTop = Math.max(0, middle);
  }
}

/** The theme: that of the system until another is asked for. */
function toggleTheme() {
  const root = document.documentElement;
  const is_dark = root.dataset.theme ? root.dataset.theme === "dark" : prefersDark();
  root.dataset.theme = is_dark ? "light" : "dark";
}

function prefersDark() {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}
