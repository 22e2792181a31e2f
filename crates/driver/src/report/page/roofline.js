// The roofline: how fast each step may be, what bounds it, and what a search measured.

const PLOT = { width: 640, height: 380, left: 74, right: 18, top: 16, bottom: 46 };

/** `1.25 GB`: three digits and a prefix. */
function scaled(value, unit) {
  const prefixes = ["", "k", "M", "G", "T", "P"];
  let at = 0;
  let rest = value;
  while (Math.abs(rest) >= 999.5 && at < prefixes.length - 1) {
    rest /= 1000;
    at += 1;
  }
  return `${Number(rest.toPrecision(3))} ${prefixes[at]}${unit}`.trim();
}

function sumOf(flops) {
  return Object.values(flops).reduce((sum, number) => sum + number, 0);
}

/** Seconds for so many bytes and all operations, which the device does side by side. */
function leastSeconds(work, bytes, device) {
  const rates = device.operations_per_second;
  const types = Object.keys(work.flops).filter((type) => rates[type]);
  return Math.max(bytes / device.bytes_per_second, ...types.map((type) => work.flops[type] / rates[type]));
}

/** Where a kernel stands if that many bytes are moved: operations for a byte, and in a second. */
function placeOf(work, bytes, device) {
  const flops = sumOf(work.flops);
  return { x: flops / bytes, y: flops / leastSeconds(work, bytes, device) };
}

/** The first step whose work is known: all compute the same, so that its operations are the useful ones. */
function original() {
  const found = track().stages.find((own) => own.work && sumOf(own.work.flops) > 0 && own.work.least > 0);
  return found ? found.work : null;
}

function rooflineSection(shown) {
  if (!DATA.roofline) return null;
  const { sizes, device } = DATA.roofline;
  const given = sizes.length > 0 ? ` at ${sizes.join(", ")}` : "";
  const at = `Counted${given}${device ? ` on ${device.device}` : ""}.`;
  if (!shown.work) {
    const why = shown.no_work || "the kernel cannot be lowered as it stands";
    return section("roofline", "Roofline", element("p", {}, `${at} Not counted: ${why}.`));
  }
  const useful = original();
  const is_drawn = device && useful && shown.work.moved > 0;
  return section("roofline", "Roofline", element("p", {}, at),
    element("div", { class: "roofline" },
      is_drawn ? element("div", {}, rooflineDrawing(shown, useful, device), rooflineLegend(device)) : null,
      element("div", {}, workTable(shown.work), samplesTable(shown.work))));
}

function workTable(work) {
  const bound = work.is_exact ? "" : "at most ";
  const bytes = (value) => (value === null ? "data decide" : bound + scaled(value, "B"));
  const rows = Object.entries(work.flops).map(([type, number]) => [`${type} operations`,
    bound + scaled(number, "op")]);
  rows.push(["global memory, each access", bytes(work.moved)], ["each element once", bytes(work.least)]);
  if (work.seconds !== null) {
    rows.push(["takes at least", `${duration(work.seconds * 1000)} by ${work.by}`]);
  }
  return element("table", {}, element("caption", {}, "this step"), element("tbody", {},
    rows.map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, name),
      element("td", {}, value)))));
}

/** What a search measured: the fastest ones, and how near they are to what the device can do. */
function samplesTable(work) {
  const { samples, sampled_on: place } = track();
  if (samples.length === 0) return null;
  const least = work.seconds;
  const share = (seconds) => (least === null ? "" : `${Math.round((100 * least) / seconds)} %`);
  const row = (sample) => element("tr", {}, element("th", { scope: "row" }, sample.variant),
    element("td", {}, duration(sample.seconds * 1000)), element("td", {}, share(sample.seconds)));
  const table = (rows, caption) => element("table", {}, element("caption", {}, caption),
    element("tbody", {}, rows.map(row)));
  const rest = samples.slice(5);
  return [table(samples.slice(0, 5), `the fastest of ${counted(samples.length, "variant")} on ${place}`),
    rest.length === 0 ? null : element("details", { class: "screen" },
      element("summary", {}, "All others"),
      element("div", { class: "scroller tall", tabindex: "0" }, table(rest, "slower ones")))];
}

/** A scale from numbers to pixels, by powers of ten. */
function decades(values, from, to) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const place = (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
  return { low, high, place };
}

function rooflineDrawing(shown, useful, device) {
  const steps = track().stages.map((own, step) => ({ own, step }))
    .filter(({ own }) => own.work && own.work.moved > 0 && sumOf(own.work.flops) > 0)
    .map(({ own, step }) => ({ own, step, ...placeOf(own.work, own.work.moved, device) }));
  const flops = sumOf(useful.flops);
  const samples = track().samples.map((own) => ({ own, x: flops / useful.least, y: flops / own.seconds }));
  const roofs = Object.keys(useful.flops).filter((type) => device.operations_per_second[type])
    .map((type) => ({ type, rate: device.operations_per_second[type] }));
  const limit = { x: flops / useful.least };
  const points = [...steps, ...samples];
  const ridges = roofs.map(({ rate }) => rate / device.bytes_per_second);
  const { width, height, left, right, top, bottom } = PLOT;
  const across = decades([...points.map(({ x }) => x), ...ridges, limit.x], left, width - right);
  const rates = [...points.map(({ y }) => y), ...roofs.map(({ rate }) => rate * 1.2)];
  const up = decades(rates, height - bottom, top);
  const words = `Roofline of ${device.device}: ${counted(steps.length, "step")}, ${
    counted(samples.length, "sample")}`;
  return drawing(width, height, words, axes(across, up),
    roofLines(roofs, device, across, up),
    shape("line", { class: "limit", x1: across.place(limit.x), x2: across.place(limit.x), y1: top,
      y2: height - bottom }, shape("title", {}, "each element is moved once")),
    samples.map((sample, at) => samplePoint(sample, at, across, up)),
    steps.map((step) => stepPoint(step, shown, across, up)));
}

function axes(across, up) {
  const { width, height, left, right, top, bottom } = PLOT;
  const range = ({ low, high }) => Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at));
  const base = height - bottom;
  return shape("g", { class: "axes" },
    range(across).map((value) => [
      shape("line", { x1: across.place(value), x2: across.place(value), y1: top, y2: base }),
      label(across.place(value), base + 17, Number(value.toPrecision(3)), { "text-anchor": "middle" })]),
    range(up).map((value) => [
      shape("line", { x1: left, x2: width - right, y1: up.place(value), y2: up.place(value) }),
      label(left - 7, up.place(value) + 4, scaled(value, "op/s"), { "text-anchor": "end" })]),
    label((left + width - right) / 2, height - 8, "operations for each byte of global memory",
      { "text-anchor": "middle" }));
}

/** The slope of the memory up to the highest roof, and a roof for each type. */
function roofLines(roofs, device, across, up) {
  const { width, right } = PLOT;
  const bytes = device.bytes_per_second;
  const highest = Math.max(...roofs.map(({ rate }) => rate));
  // The slope begins at the left or at the lower edge.
  const first = Math.max(10 ** across.low, 10 ** up.low / bytes);
  const from = [across.place(first), up.place(first * bytes)];
  const to = [across.place(highest / bytes), up.place(highest)];
  // Words stand above the slope where there is room, else below.
  const words = `memory ${scaled(bytes, "B/s")}`;
  const told = to[0] - PLOT.left > 140
    ? label(to[0] - 10, to[1] - 6, words, { "text-anchor": "end" })
    : label(from[0] + 40, from[1] - 4, words);
  return shape("g", { class: "roofs" },
    shape("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1] }), told,
    roofs.map(({ type, rate }) => [
      shape("line", { x1: across.place(rate / bytes), x2: width - right, y1: up.place(rate),
        y2: up.place(rate) }),
      label(width - right - 4, up.place(rate) - 6, `${type} ${scaled(rate, "op/s")}`,
        { "text-anchor": "end" })]));
}

function samplePoint({ own, x, y }, at, across, up) {
  const told = `${own.variant}: ${duration(own.seconds * 1000)}, ${scaled(y, "op/s")}${
    own.is_stopped ? ", stopped early" : ""}`;
  const best = at === 0 ? "sample best" : "sample";
  return shape("circle", { class: best, cx: across.place(x), cy: up.place(y), r: at === 0 ? 5 : 3 },
    shape("title", {}, told));
}

function stepPoint({ own, step, x, y }, shown, across, up) {
  const is_shown = own === shown;
  const told = `step ${step}, ${own.name}: ${scaled(x, "op/B")}, at most ${scaled(y, "op/s")}`;
  const kind = is_shown ? "stage current" : "stage";
  return shape("g", { class: kind, onclick: () => choose(state.kernel, step) }, shape("title", {}, told),
    shape("circle", { cx: across.place(x), cy: up.place(y), r: is_shown ? 7 : 5 }),
    is_shown ? label(across.place(x) + 11, up.place(y) + 16, `step ${step}`) : null);
}

function rooflineLegend(device) {
  const is_sampled = track().samples.length > 0;
  const other = is_sampled && track().sampled_on !== device.device;
  const mark = (kind) => drawing(14, 14, "", shape("circle", { class: kind, cx: 7, cy: 7, r: 4 }));
  return element("ul", { class: "legend key" },
    element("li", {}, mark("stage-mark"), " a step, if each access goes to memory; caches may do better"),
    element("li", {}, drawing(14, 14, "", shape("line", { class: "limit", x1: 7, x2: 7, y1: 0, y2: 14 })),
      " each element is moved once"),
    is_sampled ? element("li", {}, mark("sample"),
      " a variant that was timed, by its useful operations") : null,
    other ? element("li", {}, `the samples are of another device, ${track().sampled_on}`) : null);
}
