// Walks loop trees at given sizes, as a device would: groups, their work items, and what each of these runs.

/** A formula as a function of an environment; what is not known is NaN, and stays so. */
function compile(formula) {
  if (formula === null) return () => NaN;
  if (typeof formula === "number") return () => formula;
  if (typeof formula === "string") return (env) => (env[formula] === undefined ? NaN : env[formula]);
  const [sign, ...rest] = formula;
  const operands = rest.map(compile);
  const [a, b, c] = operands;
  const both = (work) => (env) => {
    const [x, y] = [a(env), b(env)];
    return Number.isNaN(x) || Number.isNaN(y) ? NaN : work(x, y);
  };
  switch (sign) {
    // Two by two: what runs for each instance must be fast.
    case "+": return operands.reduce((left, right) => (env) => left(env) + right(env));
    case "*": return operands.reduce((left, right) => (env) => left(env) * right(env));
    case "//": return both((x, y) => Math.floor(x / y));
    case "%": return both((x, y) => x - y * Math.floor(x / y));
    case "min": return both(Math.min);
    case "max": return both(Math.max);
    case "<": return both((x, y) => Number(x < y));
    case "<=": return both((x, y) => Number(x <= y));
    case ">": return both((x, y) => Number(x > y));
    case ">=": return both((x, y) => Number(x >= y));
    case "==": return both((x, y) => Number(x === y));
    case "!=": return both((x, y) => Number(x !== y));
    case "and": return (env) => operands.reduce((all, operand) => (all === 0 ? 0 : operand(env)), 1);
    case "or": return (env) => operands.reduce((any, operand) => (any === 1 ? 1 : operand(env)), 0);
    case "not": return (env) => 1 - a(env);
    case "if": return (env) => (a(env) ? b(env) : c(env));
    default: return () => NaN;
  }
}

/** A loop tree in a form that is walked fast; made once for each tree. */
const prepared = new WeakMap();

function prepare(tree) {
  if (!prepared.has(tree)) {
    prepared.set(tree, {
      nodes: tree.nodes.map(prepareNode),
      paths: new Map(),
      at: tree.statements.map((own) => own.at.map(([name, value]) => [name, compile(value)])),
      accesses: tree.statements.map((own) => own.accesses.map(
        (access) => ({ ...access, index: access.index.map(compile) }))),
    });
  }
  return prepared.get(tree);
}

function prepareNode(node) {
  const body = (node.body || node.then || []).map(prepareNode);
  switch (node.kind) {
    case "launch": return {
      ...node, body, groups: node.groups.map(compile), items: node.items.map(compile),
      indices: node.indices.map((index) => ({ ...index, base: compile(index.base) })),
    };
    case "loop": return { ...node, body, lower: compile(node.lower), upper: compile(node.upper) };
    case "if": return { kind: "if", test: compile(node.test), body,
      otherwise: node.otherwise.map(prepareNode) };
    default: return node;
  }
}

/** The names in a formula. */
function namesIn(formula, found) {
  if (typeof formula === "string") found.add(formula);
  else if (Array.isArray(formula)) formula.slice(1).forEach((operand) => namesIn(operand, found));
}

/**
 * What of a tree runs a statement, where only the values of some formulas are of interest. A loop, or an axis
 * of the hardware, whose value makes no difference to them runs once.
 */
function pathTo(tree, statement, formulas) {
  const { paths } = prepare(tree);
  const key = JSON.stringify([statement, formulas]);
  if (!paths.has(key)) {
    const needed = new Set();
    formulas.forEach((formula) => namesIn(formula, needed));
    paths.set(key, restricted(tree.nodes, statement, needed).map(prepareNode));
  }
  return paths.get(key);
}

function restricted(nodes, statement, needed) {
  return nodes.map((node) => restrictedNode(node, statement, needed)).filter(Boolean);
}

function restrictedNode(node, statement, needed) {
  if (node.kind === "run") return node.statement === statement ? node : null;
  if (node.kind === "barrier") return null;
  const [body, otherwise] = [node.body || node.then, node.otherwise || []]
    .map((nodes) => restricted(nodes, statement, needed));
  if (body.length + otherwise.length === 0) return null;
  if (node.kind === "if") {
    namesIn(node.test, needed);
    return { ...node, then: body, otherwise };
  }
  if (node.kind === "loop") {
    const once = !needed.has(node.iname);
    [node.lower, node.upper].forEach((bound) => namesIn(bound, needed));
    return { ...node, body, once };
  }
  const counts = (group) => (_, axis) => node.indices.some(
    (index) => index.group === group && index.axis === axis && needed.has(index.iname));
  const counted = [node.groups.map(counts(true)), node.items.map(counts(false))];
  [...node.groups, ...node.items, ...node.indices.map((index) => index.base)]
    .forEach((formula) => namesIn(formula, needed));
  return { ...node, body, counted };
}

/** More instances than these are not looked at. */
const MOST_INSTANCES = 200000;

class TooMany extends Error {}

/**
 * Calls `visit(statement, env, place)` for each instance that a tree runs. `place` tells launch, group, work
 * item and the number of the instance within its work item. Of all groups `group` alone runs, if it is given.
 * `nodes` are those of a part of the tree. Gives back what kept the walk from being whole: `"many"`, `"data"`
 * or nothing.
 */
function walk(tree, sizes, visit, group = null, nodes = prepare(tree).nodes) {
  const env = { ...sizes };
  const place = { launch: -1, group: [], item: [], time: 0 };
  let count = 0;
  let is_data = false;
  const run = (nodes) => {
    for (const node of nodes) step(node);
  };
  function step(node) {
    if (node.kind === "run") {
      count += 1;
      if (count > MOST_INSTANCES) throw new TooMany();
      visit(node.statement, env, place);
      place.time += 1;
    } else if (node.kind === "loop") {
      const [lower, upper] = [node.lower(env), node.upper(env)];
      if (Number.isNaN(lower + upper)) { is_data = true; return; }
      const last = node.once ? Math.min(lower, upper) : upper;
      for (let value = lower; value <= last; value += 1) {
        env[node.iname] = value;
        run(node.body);
      }
    } else if (node.kind === "if") {
      const test = node.test(env);
      // Of a condition on data both sides may run.
      if (Number.isNaN(test)) { is_data = true; run(node.body); run(node.otherwise); }
      else run(test ? node.body : node.otherwise);
    } else if (node.kind === "launch") {
      launch(node);
    }
  }
  function launch(node) {
    place.launch += 1;
    const extents = [node.groups, node.items].map((all, kind) => all.map((extent, axis) => {
      const is_counted = !node.counted || node.counted[kind][axis] || (kind === 0 && group);
      return is_counted ? extent(env) : Math.min(1, extent(env));
    }));
    if (extents.flat().some(Number.isNaN)) { is_data = true; return; }
    const chosen = group ? [group.slice(0, extents[0].length)] : points(extents[0]);
    for (const own of chosen) {
      if (own.some((value, axis) => value >= extents[0][axis])) continue;
      for (const item of points(extents[1])) {
        Object.assign(place, { group: own, item, time: 0 });
        for (const index of node.indices) {
          env[index.iname] = index.base(env) + ((index.group ? own : item)[index.axis] || 0);
        }
        run(node.body);
      }
    }
  }
  try {
    run(nodes);
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    return "many";
  }
  return is_data ? "data" : null;
}

/** All points of a box, the first axis fastest. */
function* points(extents) {
  if (extents.some((extent) => extent <= 0)) return;
  const at = extents.map(() => 0);
  for (;;) {
    yield [...at];
    let axis = 0;
    while (axis < extents.length && at[axis] + 1 >= extents[axis]) at[axis++] = 0;
    if (axis === extents.length) return;
    at[axis] += 1;
  }
}

/** The instance of the original that an instance performs: `[name, value]` for each of its loops. */
function performed(tree, statement, env) {
  return prepare(tree).at[statement].map(([name, value]) => [name, value(env)]);
}

/** The launches of a tree, in order. */
function launches(nodes) {
  return nodes.flatMap((node) => (node.kind === "launch" ? [node] : launches(node.body || [])));
}

/** How many groups a tree has along each axis, at most over its launches. */
function groupExtents(tree, sizes) {
  const all = launches(tree.nodes).map((launch) => launch.groups.map((extent) =>
    compile(extent)({ ...sizes })));
  const axes = Math.max(0, ...all.map((extents) => extents.length));
  return Array.from({ length: axes }, (_, axis) => Math.max(1, ...all.map((extents) => extents[axis] || 1)));
}

/** Conditions on sizes that do not hold. */
function broken(tree, sizes) {
  return tree.assumed.filter(([, test]) => compile(test)(sizes) === 0).map(([text]) => text);
}
