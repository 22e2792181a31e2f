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
    case "launch": return [word("launch "), element("b", {}, node.name), " ", element("small", {},
      node.sizes),
      node.indices.map((index) => [" ", tag(index.iname, `${index.group ? "g" : "l"}.${index.axis}`)])];
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
    const made = element("div", { class: `row ${node.kind}`, style: `padding-left:${depth * 1.3}em`,
      role: "listitem" },
      rowWords(node, shown.tree));
    if (node.kind !== "run") return made;
    made.tabIndex = 0;
    made.addEventListener("keydown", (event) => { if (event.key === "Enter") made.click(); });
    return link(made, [shown.tree.statements[node.statement]]);
  });
  const arcs = shown.dependences.arcs.filter((arc) => place.has(arc.from) && place.has(arc.to));
  return section("tree", "Loop tree and dependences",
    element("div", { class: "tree scroller" }, arcDrawing(arcs, place, rows.length, items, shown.tree),
      element("div", { class: "rows", role: "list" }, items)),
    legend(arcs), shown.dependences.missing ? element("p", { class: "hint" },
      shown.dependences.missing) : null,
    element("details", { class: "screen" }, element("summary", {}, "As a graph for Graphviz"),
      copier(shown.dependences.dot, "DOT"), element("pre", { class: "scroller", tabindex: "0" },
        shown.dependences.dot)));
}

const KINDS = {
  flow: "flow: the value is read", anti: "anti: what was read is replaced",
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
  const made = shape("g", { class: `arc arc-${arc.kind}`, tabindex: 0, role: "img", "aria-label": words,
    onmouseenter: is_marked(true), onmouseleave: is_marked(false), onfocus: is_marked(true),
      onblur: is_marked(false) },
  shape("title", {}, words), shape("path", { d, class: "wide" }), shape("path", { d }),
  shape("path", { d: `M${right - 6} ${to - 4}l6 4-6 4z`, class: "head" }));
  return made;
}
