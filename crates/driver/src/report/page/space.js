// The iterations of a group and the elements that it touches, at sizes that the reader chooses.

/** What is chosen for a kernel: sizes, a group, a statement of the original. */
function chosenSizes(tree) {
  const known = state.sizes[state.kernel] = state.sizes[state.kernel]
    || { sizes: Object.fromEntries(track().sizes), group: [0, 0, 0], statement: null };
  for (const name of tree.parameters) if (!(name in known.sizes)) known.sizes[name] = 8;
  return known;
}

const COLORS = [
  ["cell-4", "iterations of other groups"],
  ["cell-1", "iterations of the group, elements that it reads"],
  ["cell-2", "elements that it writes"],
  ["cell-3", "elements that it reads and writes"],
];

function spaceSection(shown, original) {
  if (!shown.tree || launches(shown.tree.nodes).length === 0) return null;
  const chosen = chosenSizes(shown.tree);
  const drawings = element("div", { class: "drawings", "aria-live": "polite" });
  let is_waiting = false;
  const redraw = () => {
    if (is_waiting) return;
    is_waiting = true;
    requestAnimationFrame(() => {
      is_waiting = false;
      drawSpace(drawings, shown.tree, original, chosen);
    });
  };
  const controls = element("div", { class: "controls screen" }, spaceControls(shown.tree, chosen, redraw));
  drawSpace(drawings, shown.tree, original, chosen);
  const sample = (color) => drawing(11, 11, "", shape("rect", { width: 11, height: 11, class: color }));
  const key = COLORS.map(([color, words]) => element("li", {}, sample(color), words));
  return section("space", "One group: its iterations and elements", controls, drawings,
    element("ul", { class: "legend key" }, key));
}

/** Sliders for sizes, for the group, and the choice of a statement. */
function spaceControls(tree, chosen, redraw) {
  const groups = element("div", { class: "controls" });
  const fill = () => groups.replaceChildren(...groupSliders(tree, chosen, redraw));
  const sizes = tree.parameters.map((name) => {
    const size = chosen.sizes[name];
    return slider(name, 0, Math.max(64, 2 * size), size, (value) => {
      chosen.sizes[name] = value;
      fill();
      redraw();
    });
  });
  fill();
  const ids = [...new Set(tree.statements.filter((own) => own.at.length > 0).map((own) => own.of[0]))];
  if (!ids.includes(chosen.statement)) chosen.statement = ids[0];
  if (ids.length < 2) return [sizes, groups];
  const select = element("select", { onchange: () => {
    chosen.statement = select.value;
    redraw();
  } }, ids.map((id) => element("option", { selected: id === chosen.statement }, id)));
  return [sizes, groups, element("label", {}, "iterations of ", select)];
}

/** A slider for each axis along which there are several groups. */
function groupSliders(tree, chosen, redraw) {
  return groupExtents(tree, chosen.sizes).flatMap((extent, axis) => {
    chosen.group[axis] = Math.min(chosen.group[axis], extent - 1);
    if (extent < 2) return [];
    return [slider(`group along axis ${axis}`, 0, extent - 1, chosen.group[axis], (value) => {
      chosen.group[axis] = value;
      redraw();
    })];
  });
}

function slider(name, least, most, value, change) {
  const shown = element("output", {}, value);
  const input = element("input", { type: "range", min: least, max: most, step: 1, oninput: () => {
    shown.textContent = input.value;
    change(Number(input.value));
  } });
  input.value = value;
  return element("label", {}, `${name} `, input, " ", shown);
}

/** What keeps a walk from being whole. */
const PARTLY = {
  many: " These sizes make too many instances for a drawing.",
  data: " Conditions on data are drawn as if they held; loops whose bounds depend on data are left out.",
};

function drawSpace(place, tree, original, chosen) {
  const { sizes, group, statement } = chosen;
  const extents = groupExtents(tree, sizes);
  const own = group.slice(0, extents.length);
  const found = groupOf(tree, sizes, own, statement);
  const told = tree.parameters.map((name) => `${name} = ${sizes[name]}`).join(", ");
  const is_one = extents.every((extent) => extent < 2);
  const where = is_one ? "the only group" : `group (${own.join(", ")}) of ${extents.join(" × ")}`;
  const wrong = broken(tree, sizes).join(", ");
  const drawn = found.partly === "many" ? []
    : [...iterations(statement, tree, original, sizes, found), ...footprints(tree, sizes, found)];
  place.replaceChildren(
    element("p", { class: "hint" }, `Drawn ${told ? `at ${told}:` : "for"} ${where}.`,
      wrong ? element("b", {}, ` The kernel does not allow these sizes: ${wrong} does not hold.`) : "",
      PARTLY[found.partly] || ""), ...drawn);
}

/** What a group does: iterations of a statement of the original, and the elements of each array. */
function groupOf(tree, sizes, group, statement) {
  const iterations = new Cells();
  const touched = tree.arrays.map(() => ({ cells: new Cells(), is_open: false }));
  const partly = tree.statements.map((actor, number) => {
    const is_chosen = actor.of[0] === statement && actor.at.length > 0;
    const formulas = actor.at.map(([, value]) => value);
    const add = (point) => point.some(Number.isNaN) || iterations.add(point, 1);
    const at = is_chosen ? visited(tree, number, sizes, group, formulas, add) : null;
    return [at, ...actor.accesses.map((access) => touch(tree, number, sizes, group, access, touched))];
  });
  const all = partly.flat();
  return { iterations, touched, partly: ["many", "data"].find((reason) => all.includes(reason)) };
}

/** Adds the elements that an access of global memory touches. */
function touch(tree, number, sizes, group, access, touched) {
  if (tree.arrays[access.array].space !== "global") return null;
  const array = touched[access.array];
  return visited(tree, number, sizes, group, access.index, (index) => {
    if (index.some(Number.isNaN)) array.is_open = true;
    else array.cells.add(index, access.write ? 2 : 1);
  });
}

/** Calls `see` with the values that formulas have at the instances of a statement. */
function visited(tree, number, sizes, group, formulas, see) {
  const compiled = formulas.map(compile);
  return walk(tree, sizes, (_, env) => see(compiled.map((formula) => formula(env))), group,
    pathTo(tree, number, formulas));
}

/** The iterations of a statement, those of the group among all others. */
function iterations(statement, tree, original, sizes, found) {
  const actor = tree.statements.find((own) => own.of[0] === statement && own.at.length > 0);
  if (!actor) return [];
  const all = original ? allIterations(original, sizes, statement) : found;
  const names = actor.at.map(([name]) => name);
  const flat = new Cells();
  for (const { point } of all.iterations.values()) flat.add(point.slice(0, 3), 4);
  for (const { point } of found.iterations.values()) flat.add(point.slice(0, 3), 1);
  const count = `${all.partly === "many" ? "more than " : ""}${all.iterations.size.toLocaleString("en")}`;
  const more = names.length > 3 ? ` Drawn along ${names.slice(0, 3).join(", ")}.` : "";
  const own = counted(found.iterations.size, "iteration");
  const words = `The group runs ${own} of ${count} of ${statement}.${more}`;
  return [figure("Iterations", words, flat.size > 0 ? grid(names.slice(0, 3), flat, [], words) : "")];
}

/** The iterations of the whole original, which stay while only the group changes. */
let known = { key: null, found: null };

function allIterations(original, sizes, statement) {
  const key = JSON.stringify([state.kernel, sizes, statement]);
  if (known.key !== key) known = { key, found: groupOf(original, sizes, [0, 0, 0], statement) };
  return known.found;
}

/** The elements of each array in global memory. */
function footprints(tree, sizes, found) {
  return tree.arrays.flatMap((array, number) => {
    const { cells, is_open } = found.touched[number];
    if (array.space !== "global" || (cells.size === 0 && !is_open)) return [];
    const extents = array.extents.map((extent) => compile(extent)(sizes));
    const words = footprintWords(cells, extents, is_open);
    const is_drawn = extents.length >= 1 && extents.length <= 3 && cells.size > 0;
    const names = extents.map((_, axis) => `[${axis}]`);
    return [figure(array.name, words, is_drawn ? grid(names, cells, extents, words) : "")];
  });
}

function footprintWords(cells, extents, is_open) {
  const all = cells.values();
  const count = (bit) => all.filter((cell) => cell.bits & bit).length;
  const verbs = [["reads", count(1)], ["writes", count(2)]].filter(([, many]) => many > 0);
  const told = verbs.map(([verb, many]) => `${verb} ${many.toLocaleString("en")}`).join(" and ");
  const size = extents.reduce((product, extent) => product * extent, 1);
  const elements = Number.isNaN(size) ? "its elements" : counted(size, "element");
  return `The group ${told || "touches some"} of ${elements}.`
    + (is_open ? " Some subscripts depend on data and are not drawn." : "");
}
