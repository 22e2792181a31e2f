// What is wrong: messages, and the two instances that show it, in space and in time.

/** A card for each diagnostic of a stage. */
function problemCards(problems, own, original) {
  const kind = (problem) => `problem ${problem.error ? "error" : "warning"}`;
  return problems.map((problem) => element("article", { class: kind(problem) },
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
  const told = values.map(([name, value]) => `${name} = ${value}`).join(", ");
  return told ? `${statement}(${told})` : statement;
}

function keyOf(statement, values) {
  return `${statement} ${values.map(([name, value]) => `${name}=${value}`).sort().join(" ")}`;
}

/**
 * All instances of the original that a tree performs, in the order of the walk, by their keys; none where
 * they are too many.
 */
function performedBy(tree, sizes) {
  const found = new Map();
  const partly = walk(tree, sizes, (statement, env, place) => {
    const values = performed(tree, statement, env);
    const own = tree.statements[statement];
    if (own.of.length !== 1 || (own.at.length === 0 && own.of[0] !== own.id)) return;
    const key = keyOf(own.of[0], values);
    if (!found.has(key)) {
      found.set(key, { statement: own.of[0], values, order: found.size, ...place, group: [...place.group] });
    }
  });
  return partly === "many" ? new Map() : found;
}

/** The drawing of a witness; text where the instances are nowhere in the original's tree. */
function witnessDrawing(witness, tree, original) {
  const { instances } = witness;
  const sizes = Object.fromEntries(witness.parameters);
  const before = original ? performedBy(original, sizes) : new Map();
  const after = tree && tree !== original ? performedBy(tree, sizes) : new Map();
  const items = instances.map((own) => element("li", {}, element("code", {}, instanceText(own))));
  const list = element("ol", { class: "instances" }, items);
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

/** Pixels from one iteration to the next. */
const STEP = 34;

/** Iterations that are drawn beyond the two instances. */
const BEYOND = 4;

/** The instances among all others of the same statements, by their loops. */
function spaceDrawing(instances, axes, before) {
  const [across, up] = axes.length === 2 ? [axes[1], axes[0]] : [axes[0], null];
  const at = (values) => [across, up].map((name) => (values.find(([own]) => own === name) || [0, 0])[1]);
  const statements = instances.map(([statement]) => statement);
  const marked = instances.map(([, values]) => at(values));
  const others = [...before.values()].filter((other) => statements.includes(other.statement))
    .map((other) => at(other.values)).filter((point) => isNear(point, marked));
  const range = [0, 1].map((axis) => {
    const values = [...others, ...marked].map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  });
  const [width, height] = range.map(([least, most], axis) => [116, 92][axis] + STEP * (most - least));
  const x = (point) => 58 + (point[0] - range[0][0]) * STEP;
  const y = (point) => height - 48 - (point[1] - range[1][0]) * STEP;
  const points = [...new Map(others.map((point) => [String(point), point])).values()];
  const dots = points.map((point) => shape("circle", { cx: x(point), cy: y(point), r: 4, class: "dot" }));
  const ends = inOrder(marked, instances, before).map((point) => [x(point), y(point)]);
  const arrowWords = before.size ? "; the arrow leads to the one that comes later in the original" : "";
  const words = `Both among the iterations of their loops${arrowWords}.`;
  return figure("In space", words, drawing(width, height, words, arrowHead(),
    axisMarks(range, x, y, [across, up], height), dots, arrow(ends),
    marked.map((point, one) => numbered(x(point), y(point), one + 1))));
}

function isNear(point, marked) {
  return point.every((value, axis) => {
    const [a, b] = marked.map((one) => one[axis]);
    return value >= Math.min(a, b) - BEYOND && value <= Math.max(a, b) + BEYOND;
  });
}

/** The places of both instances, that of the one first which comes first in the original. */
function inOrder(places, instances, before) {
  const [first, second] = instances.map(([statement, values]) => before.get(keyOf(statement, values)));
  return first && second && first.order > second.order ? [places[1], places[0]] : places;
}

function axisMarks(range, x, y, [across, up], height) {
  const marks = [];
  for (let value = range[0][0]; value <= range[0][1]; value += 1) {
    marks.push(label(x([value, 0]), height - 18, value, { class: "tick", "text-anchor": "middle" }));
  }
  for (let value = range[1][0]; up && value <= range[1][1]; value += 1) {
    marks.push(label(30, y([0, value]) + 4, value, { class: "tick", "text-anchor": "end" }));
  }
  marks.push(label(x([range[0][1], 0]) + 22, height - 18, across, { class: "axis" }));
  if (up) marks.push(label(30, y([0, range[1][1]]) - 24, up, { class: "axis", "text-anchor": "end" }));
  return marks;
}

/** When both run: in the original, and after the step. */
function timeDrawing(instances, before, after) {
  const find = (all) => instances.map(([statement, values]) => all.get(keyOf(statement, values)));
  const rows = [["in the original", before, find(before)], ["now", after, find(after)]]
    .filter(([, , both]) => both[0] && both[1]);
  if (rows.length === 0) return null;
  const [width, gap, first] = [580, 74, 34];
  const drawn = rows.map(([name, all, both], row) =>
    timeRow(name, [...all.values()], both, first + gap * row));
  const ends = { y1: first + 11, y2: first + gap - 11 };
  const thread = (one) => shape("line",
    { ...ends, x1: drawn[0].at[one], x2: drawn[1].at[one], class: `thread-${one + 1}` });
  const threads = drawn.length < 2 ? [] : [thread(0), thread(1)];
  const words = `${rows.map(([name, , both]) => `${name}, ${orderWords(both)}`).join("; ")}.`;
  return figure("In time", words,
    drawing(width, first + gap * (rows.length - 1) + 36, words, threads, drawn.map((row) => row.parts)));
}

/** What is known of the order of two instances from where they run. */
function orderWords([first, second]) {
  const isBefore = (a, b) => `${a < b ? "1 comes before 2" : "2 comes before 1"}`;
  if (first.launch !== second.launch) return isBefore(first.launch, second.launch);
  if (String(first.group) !== String(second.group)) return "1 and 2 run in two work groups, in no order";
  if (String(first.item) !== String(second.item)) {
    return "1 and 2 run in two work items, which only a barrier orders";
  }
  return isBefore(first.time, second.time);
}

/** A row of all instances by their time, with both of them. */
function timeRow(name, all, both, y) {
  const [left, right] = [128, 540];
  const longest = all.reduce((most, one) => Math.max(most, one.time), 0) + 1;
  const start = all.reduce((least, one) => Math.min(least, one.launch), Infinity);
  const place = (one) => (one.launch - start) * longest + one.time;
  const most = all.reduce((last, one) => Math.max(last, place(one)), 1);
  const x = (one) => left + (place(one) / most) * (right - left);
  const ticks = [...new Set(all.map((one) => Math.round(x(one) * 2) / 2))];
  // Both at one time stand side by side.
  const shift = Math.abs(x(both[0]) - x(both[1])) < 22 ? 11 : 0;
  const at = both.map((one, number) => x(one) + (number === 0 ? -shift : shift));
  return { at, parts: [
    label(0, y + 4, name, { class: "axis" }),
    shape("line", { x1: left - 8, x2: right + 20, y1: y, y2: y, class: "rail" }),
    shape("path", { d: ticks.map((tick) => `M${tick} ${y - 4}v8`).join(""), class: "tick" }),
    at.map((place, number) => numbered(place, y, number + 1)),
  ] };
}

function numbered(x, y, number) {
  return shape("g", { class: `instance-${number}` }, shape("circle", { cx: x, cy: y, r: 11 }),
    label(x, y + 4, number, { "text-anchor": "middle" }));
}

function arrowHead() {
  const size = { viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" };
  const head = shape("path", { d: "M0 0 8 4 0 8z", class: "head" });
  return shape("defs", {}, shape("marker", { id: "head", ...size }, head));
}

function arrow([[x1, y1], [x2, y2]]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length].map((part) => part * 13);
  const ends = { x1: x1 + dx, y1: y1 + dy, x2: x2 - dx, y2: y2 - dy };
  return shape("line", { ...ends, class: "arrow", "marker-end": "url(#head)" });
}

/** A drawing with a title above and a sentence below, in a box of its own that scrolls. */
function figure(title, sentence, ...children) {
  return element("figure", {}, element("h4", {}, title), element("div", { class: "scroller" }, children),
    element("figcaption", {}, sentence));
}
