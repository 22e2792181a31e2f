// The loop tree, with dependences as arcs beside it.

/** Height of a row, in pixels; the style has the same number. */
const ROW = 26;

/** Rows of a tree: `{ depth, kind, node }`, outer ones first. */
function treeRows(nodes, depth = 0) {
  return nodes.flatMap((node) => {
    const rows = [{ depth, node }, ...treeRows(node.body || node.then || [], depth + 1)];
    if (node.kind === "if" && node.otherwise.length) {
      rows.push({ depth, node: { kind: "else" } }, ...treeRows(node.otherwise, depth + 1));
    }
    return rows;
  });
}

/** What stands in a row. */
function rowWords(node, tree) {
  const word = (text) => element("span", { class: "word" }, text);
  switch (node.kind) {
    case "launch": return [
      word("launch "), element("b", {}, node.name), " ", element("small", {}, node.sizes),
      node.indices.map((index) => [" ", tag(index.iname, `${index.group ? "g" : "l"}.${index.axis}`)]),
    ];
    case "loop": return [word(node.host ? "for, on the host, " : "for "), element("b", {}, node.iname),
      ` = ${node.range}`, node.tag ? [" ", tag("", node.tag)] : null];
    case "if": return [word("if "), element("code", {}, node.text)];
    case "else": return [word("else")];
    case "barrier": return [word("barrier"), element("small", {}, node.reason ? ` ${node.reason}` : "")];
    default: return [element("code", {}, tree.statements[node.statement].text)];
  }
}

function tag(iname, text) {
  const axis = text.startsWith("g.") ? "group" : text.startsWith("l.") ? "item" : "";
  return element("span", { class: `tag ${axis}` }, iname ? `${iname} ` : "", text);
}

/** The rows as a list that can be walked by keys, and arcs between those of statements. */
function treeSection(shown) {
  if (!shown.tree) return null;
  const rows = treeRows(shown.tree.nodes);
  const place = new Map();
  rows.forEach(({ node }, at) => {
    if (node.kind === "run" && !place.has(node.statement)) place.set(node.statement, at);
  });
  const items = rows.map(({ depth, node }) => {
    const indent = { style: `padding-left:${depth * 1.3}em`, role: "listitem" };
    const made = element("div", { class: `row ${node.kind}`, ...indent }, rowWords(node, shown.tree));
    if (node.kind !== "run") return made;
    made.tabIndex = 0;
    made.addEventListener("keydown", (event) => { if (event.key === "Enter") made.click(); });
    return link(made, [shown.tree.statements[node.statement]]);
  });
  const arcs = shown.dependences.arcs.filter((arc) => place.has(arc.from) && place.has(arc.to));
  const missing = shown.dependences.missing;
  const graph = graphText(shown.tree, shown.dependences.arcs);
  return section("tree", "Loop tree and dependences",
    element("div", { class: "tree scroller" }, arcDrawing(arcs, place, rows.length, items, shown.tree),
      element("div", { class: "rows", role: "list" }, items)),
    legend(arcs),
    missing ? element("p", { class: "hint" }, `${missing}.`) : null,
    element("details", { class: "screen" }, element("summary", {}, "As a graph for Graphviz"),
      copier(graph, "DOT"), element("pre", { class: "scroller", tabindex: "0" }, graph)));
}

/** Dependences in the language of Graphviz. */
function graphText(tree, arcs) {
  const quoted = (text) => `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
  const nodes = tree.statements.map((own, at) => `  n${at} [shape=box, label=${quoted(own.text)}];\n`);
  const told = (arc) => quoted(`${arc.kind} ${arc.variables.join(", ")}`);
  const edges = arcs.map((arc) => `  n${arc.from} -> n${arc.to} [label=${told(arc)}];\n`);
  return `digraph {\n${nodes.join("")}${edges.join("")}}\n`;
}

const KINDS = {
  flow: "flow: the value is read",
  anti: "anti: what was read is replaced",
  output: "output: a value is replaced",
};

function legend(arcs) {
  const kinds = Object.keys(KINDS).filter((kind) => arcs.some((arc) => arc.kind === kind));
  if (kinds.length === 0) return element("p", { class: "hint" }, "No statement depends on another.");
  return element("ul", { class: "legend" },
    kinds.map((kind) => element("li", { class: `arc-${kind}` }, KINDS[kind])));
}

/** Arcs on the left of the rows, the longest farthest out. */
function arcDrawing(arcs, place, count, items, tree) {
  if (arcs.length === 0) return null;
  const lanes = [];
  const spans = arcs.map((arc) => ({ arc, ends: [place.get(arc.from), place.get(arc.to)].sort((a,
    b) => a - b) }))
    .sort((a, b) => (a.ends[1] - a.ends[0]) - (b.ends[1] - b.ends[0]));
  for (const span of spans) {
    const [top, bottom] = span.ends;
    span.lane = 0;
    while ((lanes[span.lane] || []).some(([a, b]) => top <= b && a <= bottom)) span.lane += 1;
    (lanes[span.lane] = lanes[span.lane] || []).push([top, bottom]);
  }
  const step = lanes.length > 12 ? 7 : 13;
  const width = 22 + step * lanes.length;
  const height = count * ROW;
  const paths = spans.map(({ arc, lane }) => arcPath(arc, place, [width, step * (lane + 1)], items, tree));
  return shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, class: "arcs", role: "group",
    "aria-label": "dependences" }, paths);
}

function arcPath(arc, place, [width, out], items, tree) {
  const [a, b] = [place.get(arc.from), place.get(arc.to)].map((row) => row * ROW + ROW / 2);
  const [from, to] = arc.from === arc.to ? [a - 5, b + 5] : [a + (b > a ? 3 : -3), b + (b > a ? -3 : 3)];
  const right = width - 4;
  const d = `M${right} ${from}h-6C${right - 8 - out} ${from} ${right - 8 - out} ${to} ${right - 8} ${to}h6`;
  const names = [arc.from, arc.to].map((number) => tree.statements[number].id);
  const words = `${arc.kind} through ${arc.variables.join(", ")}: ${names[0]} before ${names[1]}`;
  const is_marked = (on) => () => {
    made.classList.toggle("marked", on);
    for (const number of [arc.from, arc.to]) items[place.get(number)].classList.toggle("end", on);
  };
  const [on, off] = [is_marked(true), is_marked(false)];
  const listeners = { onmouseenter: on, onmouseleave: off, onfocus: on, onblur: off };
  const words_of = { tabindex: 0, role: "img", "aria-label": words };
  const made = shape("g", { class: `arc arc-${arc.kind}`, ...words_of, ...listeners },
    shape("title", {}, words), shape("path", { d, class: "wide" }), shape("path", { d }),
    shape("path", { d: `M${right - 6} ${to - 4}l6 4-6 4z`, class: "head" }));
  return made;
}
