// Texts side by side: the source, the kernel and the code, linked line by line.

/** Lines around a change that are shown with it. */
const AROUND = 3;

/** Rows of a text: `[sign, parts, number of the line in the new text]`. */
function rowsOf(text, changes) {
  const lines = linesOf(text);
  if (changes.length === 0) return lines.map((line, at) => [" ", [line], at]);
  const rows = [];
  let at = 0;
  for (const change of changes) {
    if (change.same !== undefined) {
      for (let count = 0; count < change.same; count += 1, at += 1) rows.push([" ", [lines[at]], at]);
    } else if (change.gone) {
      rows.push(["-", change.gone, null]);
    } else {
      rows.push(["+", change.new, at]);
      at += 1;
    }
  }
  return rows;
}

/** Groups of rows: those near a change, and those that are folded away between them. */
function foldedRows(rows) {
  const is_near = rows.map(() => false);
  rows.forEach(([sign], at) => {
    if (sign === " ") return;
    for (let near = at - AROUND; near <= at + AROUND; near += 1) {
      if (near >= 0 && near < rows.length) is_near[near] = true;
    }
  });
  const groups = [];
  rows.forEach((row, at) => {
    const last = groups[groups.length - 1];
    if (last && last.folded === !is_near[at]) last.rows.push(row);
    else groups.push({ folded: !is_near[at], rows: [row] });
  });
  for (const group of groups) if (group.rows.length < 3) group.folded = false;
  return groups;
}

/** A row; parts of a changed line are the same and changed by turns. */
function rowElement([sign, parts, at], statementsAt) {
  const marks = parts.map((part, number) => (number % 2 ? element("mark", {}, part) : part));
  const kind = { "+": "new", "-": "gone", " ": "" }[sign];
  const made = element("div", { class: `line ${kind}` },
    element("span", { class: "number", "aria-hidden": "true" }, at === null ? "" : at + 1),
    element("span", { class: "sign" }, sign), element("span", { class: "text" }, marks, "\n"));
  return at === null ? made : link(made, statementsAt(at));
}

function rowElements(rows, statementsAt, is_folded) {
  if (!is_folded) return rows.map((row) => rowElement(row, statementsAt));
  return foldedRows(rows).map((group) => {
    if (!group.folded) return group.rows.map((row) => rowElement(row, statementsAt));
    const fold = element("button", { type: "button", class: "fold", onclick: unfold },
      `${group.rows.length} lines are the same`);
    function unfold() {
      const made = group.rows.map((row) => rowElement(row, statementsAt));
      fold.replaceWith(...made);
      point();
    }
    return fold;
  });
}

/** A text in a box of its own that scrolls. */
function pane(title, text, changes, statementsAt) {
  const rows = rowsOf(text, changes);
  const is_folded = !state.whole && rows.some(([sign]) => sign !== " ");
  const count = rows.filter(([sign]) => sign !== " ").length;
  return element("div", { class: "pane" },
    element("h3", {}, title, element("small", {}, count ? counted(count, "changed line") : "")),
    element("div", { class: "lines", tabindex: "0", role: "region", "aria-label": title },
      element("div", { class: "sheet" }, rowElements(rows, statementsAt, is_folded))));
}

/** The source that statements of a stage come from, with the line of its step. */
function sourcePanes(shown, own) {
  const used = new Set([...shown.statements, ...(shown.tree ? shown.tree.statements : [])]
    .filter((statement) => statement.source).map((statement) => statement.source[0]));
  if (own.place) used.add(own.place[0]);
  return [...used].sort((a, b) => a - b).map((number) => {
    const source = DATA.sources[number];
    const at = (line) => shown.statements
      .filter((statement) => statement.source && statement.source[0] === number
        && statement.source[1] === line + 1);
    const made = pane(source.name, source.text, [], at);
    const step = own.place && own.place[0] === number
      ? made.querySelectorAll(".line")[own.place[1] - 1] : null;
    if (step) step.classList.add("step");
    return made;
  });
}

function kernelPane(shown, own) {
  const changes = own.outcome === "refused" ? [] : shown.kernel_diff;
  const at = (line) => shown.statements.filter((statement) => statement.line === line);
  return pane("Kernel", shown.kernel, changes, at);
}

function codePane(shown, own) {
  if (shown.code.missing) {
    return element("div", { class: "pane" }, element("h3", {}, "Code"),
      element("p", { class: "notice" }, prose(`There is no code: ${shown.code.missing}.`)));
  }
  const changes = own.outcome === "refused" ? [] : shown.code_diff;
  const at = (line) => {
    const number = shown.code.statements[line];
    return number === null || number === undefined ? [] : [shown.tree.statements[number]];
  };
  return pane("Code", shown.code.text, changes, at);
}

/** All texts of a step. */
function textsSection(own, shown) {
  const has_changes = own.outcome !== "refused" && shown.kernel_diff.length + shown.code_diff.length > 0;
  const whole = element("label", { class: "switch" },
    element("input", { type: "checkbox", id: "whole", onchange: toggleWhole }), "show whole texts");
  whole.querySelector("input").checked = state.whole;
  const made = section("texts", "Texts", has_changes ? whole : null,
    element("div", { class: "panes" }, kernelPane(shown, own),
      element("div", { class: "beside" }, element("div", {}, sourcePanes(shown, own)), codePane(shown, own))),
    element("p", { class: "hint screen" }, "Click a line: all that belongs to its statement is marked, "
      + "in each text, in the loop tree, and at each step."));
  return made;
}

function toggleWhole() {
  state.whole = !state.whole;
  render();
  const again = document.getElementById("whole");
  if (again) again.focus();
}
