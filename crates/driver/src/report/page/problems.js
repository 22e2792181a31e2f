// What is wrong: messages, and the two instances that show it, in space and in time.

/** A card for each diagnostic of a stage. */
function problemCards(problems, own, original) {
  return problems.map((problem) => element("article",
    { class: `problem ${problem.error ? "error" : "warning"}` },
    element("h3", {}, prose(problem.message)),
    element("p", { class: "code" }, element("code", {}, problem.code)),
    problem.notes.map((note) => element("p", {}, prose(note))),
    problem.witness ? witnessDrawing(problem.witness, own.tree, original) : null,
    problem.labels.filter(([file]) => file).map(labelLine),
    problem.help ? element("p", { class: "help" }, element("b", {}, "Help: "), prose(problem.help)) : null,
    problem.meaning ? element("p", { class: "meaning" }, prose(problem.meaning)) : null));
}

function labelLine([file, line, text, words]) {
  return element("div", { class: "place" },
    element("span", {}, `${file}:${line}`), text ? element("pre", {}, text.trim()) : null,
    words ? element("span", {}, prose(words)) : null);
}

/** `s(i = 2, j = 1)` */
function instanceText([statement, values]) {
  return values.length ? `${statement}(${values.map(([name, value]) => `${name} = ${value}`).join(", ")})`
    : statement;
}

function keyOf(statement, values) {
  return `${statement} ${values.map(([name, value]) => `${name}=${value}`).sort().join(" ")}`;
}

/** All instances of the original that a tree performs, in the order of the walk, by their keys. */
function performedBy(tree, sizes) {
  const found = new Map();
  walk(tree, sizes, (statement, env, place) => {
    const values = performed(tree, statement, env);
    const own = tree.statements[statement];
    if (own.of.length !== 1 || (own.at.length === 0 && own.of[0] !== own.id)) return;
    const key = keyOf(own.of[0], values);
    if (!found.has(key)) {
      found.set(key, { statement: own.of[0], values, order: found.size, ...place, group: [...place.group] });
    }
  });
  return found;
}

/** The drawing of a witness; text where the instances are nowhere in the original's tree. */
function witnessDrawing(witness, tree, original) {
  const { instances } = witness;
  const sizes = Object.fromEntries(witness.parameters);
  const before = original ? performedBy(original, sizes) : new Map();
  const after = tree && tree !== original ? performedBy(tree, sizes) : new Map();
  const list = element("ol", { class: "instances" },
    instances.map((own, at) => element("li", { class: `instance-${at + 1}` }, element("code", {},
      instanceText(own)))));
  if (instances.length !== 2) return list;
  const axes = drawnAxes(instances);
  return element("div", { class: "witness" }, list, element("div", { class: "drawings" },
    axes ? spaceDrawing(instances, axes, before) : null, timeDrawing(instances, before, after)));
}

/** One or two loops along which instances are drawn: those in which they differ come first. */
function drawnAxes([first, second]) {
  const value = ([, values], name) => (values.find(([own]) => own === name) || [])[1];
  const shared = first[1].map(([name]) => name).filter((name) => value(second, name) !== undefined);
  const differing = shared.filter((name) => value(first, name) !== value(second, name));
  const axes = [...differing, ...shared.filter((name) => !differing.includes(name))].slice(0, 2);
  const in_order = shared.filter((name) => axes.includes(name));
  return in_order.length > 0 && differing.length <= 2 ? in_order : null;
}

/** The instances among all others of the same statements, by their loops. */
function spaceDrawing(instances, axes, before) {
  const [across, up] = axes.length === 2 ? [axes[1], axes[0]] : [axes[0], null];
  const at = (values) => [across, up].map((name) => (values.find(([own]) => own === name) || [0, 0])[1]);
  const statements = instances.map(([statement]) => statement);
  const others = [...before.values()].filter((other) => statements.includes(other.statement))
    .map((other) => at(other.values));
  const marked = instances.map(([, values]) => at(values));
  const all = [...others, ...marked];
  const range = [0, 1].map((axis) => {
    const values = all.map((point) => point[axis]);
    const [near, far] = [0, 1].map((one) => marked[one][axis]);
    const [least, most] = [Math.min(near, far) - 4, Math.max(near, far) + 4];
    return [Math.max(least, Math.min(...values)), Math.min(most, Math.max(...values))];
  });
  const step = 34;
  const [left, top] = [46, 20];
  const height = top + step * (range[1][1] - range[1][0]) + 46;
  const width = left + step * (range[0][1] - range[0][0]) + 70;
  const x = (value) => left + (value - range[0][0]) * step + 12;
  const y = (value) => height - 40 - (value - range[1][0]) * step;
  const is_in = (point) => point.every((value, axis) => value >= range[axis][0] && value <= range[axis][1]);
  const seen = new Set();
  const dots = others.filter((point) => is_in(point) && !seen.has(String(point)) && seen.add(String(point)))
    .map(([a, b]) => shape("circle", { cx: x(a), cy: y(b), r: 4, class: "dot" }));
  const arrowWords = before.size ? "; the arrow leads to the one that comes later in the original" : "";
  const words = `Both among the iterations of their loops${arrowWords}.`;
  return figure("In space", words, drawing(width, height, words, arrowHead(), axisMarks(range, x, y,
    [across, up], height),
    dots, arrow(inOrder(marked, instances, before).map(([a, b]) => [x(a), y(b)])),
    marked.map(([a, b], one) => numbered(x(a), y(b), one + 1))));
}

/** The places of both instances, that of the one first which comes first in the original. */
function inOrder(places, instances, before) {
  const [first, second] = instances.map(([statement, values]) => before.get(keyOf(statement, values)));
  return first && second && first.order > second.order ? [places[1], places[0]] : places;
}

function axisMarks(range, x, y, [across, up], height) {
  const marks = [];
  for (let value = range[0][0]; value <= range[0][1]; value += 1) {
    marks.push(label(x(value), height - 14, value, { class: "tick", "text-anchor": "middle" }));
  }
  for (let value = range[1][0]; up && value <= range[1][1]; value += 1) {
    marks.push(label(30, y(value) + 4, value, { class: "tick", "text-anchor": "end" }));
  }
  marks.push(label(x(range[0][1]) + 22, height - 14, across, { class: "axis" }));
  if (up) marks.push(label(30, 12, up, { class: "axis", "text-anchor": "end" }));
  return marks;
}

/** When both run: in the original, and after the step. */
function timeDrawing(instances, before, after) {
  const find = (all) => instances.map(([statement, values]) => all.get(keyOf(statement, values)));
  const rows = [["in the original", before, find(before)], ["now", after, find(after)]]
    .filter(([, , both]) => both[0] && both[1]);
  if (rows.length === 0) return null;
  const [left, width, gap] = [128, 560, 74];
  const height = 30 + gap * (rows.length - 1) + 40;
  const drawn = rows.map(([name, all, both], row) => timeRow(name, [...all.values()], both, 34 + gap * row,
    [left, width]));
  const lines = drawn.length < 2 ? [] : [0, 1].map((one) => shape("line", {
    x1: drawn[0].at[one], y1: 34 + 11, x2: drawn[1].at[one], y2: 34 + gap - 11,
      class: `thread thread-${one + 1}`,
  }));
  const words = rows.map(([name, , both]) => `${name} ${orderWords(both)}`).join("; ");
  return figure("In time", `${words}.`, drawing(width + 20, height, words, lines,
    drawn.map((row) => row.parts)));
}

function orderWords([first, second]) {
  const is_same_item = String(first.group) === String(second.group)
    && String(first.item) === String(second.item);
  if (first.launch !== second.launch) return first.launch < second.launch ? "1 comes before 2"
    : "2 comes before 1";
  if (!is_same_item) {
    const same_group = String(first.group) === String(second.group);
    return `1 and 2 run at once, in ${same_group ? "two work items" : "two work groups"}`;
  }
  return first.time < second.time ? "1 comes before 2" : "2 comes before 1";
}

function timeRow(name, all, both, y, [left, width]) {
  const longest = Math.max(...all.map((one) => one.time)) + 1;
  const place = (one) => (one.launch - Math.min(...all.map((other) => other.launch))) * longest + one.time;
  const most = Math.max(1, ...all.map(place));
  const x = (one) => left + (place(one) / most) * (width - left - 20);
  const ticks = [...new Set(all.map((one) => Math.round(x(one) * 2) / 2))];
  const path = ticks.map((tick) => `M${tick} ${y - 4}v8`).join("");
  // Both at one time stand one above the other.
  const is_near = Math.abs(x(both[0]) - x(both[1])) < 22;
  const shift = (one) => (is_near ? (one === 0 ? -11 : 11) : 0);
  return {
    at: both.map((one, number) => x(one) + shift(number)),
    parts: [label(0, y + 4, name, { class: "axis" }),
      shape("line", { x1: left - 8, x2: width, y1: y, y2: y, class: "rail" }),
      shape("path", { d: path, class: "tick" }),
      both.map((one, number) => numbered(x(one) + shift(number), y, number + 1))],
  };
}

function numbered(x, y, number) {
  return shape("g", { class: `instance-${number}` }, shape("circle", { cx: x, cy: y, r: 11 }),
    label(x, y + 4, number, { "text-anchor": "middle" }));
}

function arrowHead() {
  const size = { id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7,
    orient: "auto" };
  return shape("defs", {}, shape("marker", size, shape("path", { d: "M0 0 8 4 0 8z", class: "head" })));
}

function arrow([[x1, y1], [x2, y2]]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length].map((part) => part * 13);
  return shape("line", { x1: x1 + dx, y1: y1 + dy, x2: x2 - dx, y2: y2 - dy, class: "arrow",
    "marker-end": "url(#head)" });
}

/** A drawing with a title above and a sentence below, in a box of its own that scrolls. */
function figure(title, sentence, ...children) {
  return element("figure", {}, element("h4", {}, title), element("div", { class: "scroller" }, children),
    element("figcaption", {}, sentence));
}
