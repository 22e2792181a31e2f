// Points with small coordinates, and drawings of them as cells along one to three axes.

/** Axes along which a drawing shows cells one by one. */
const MOST_CELLS = 160;

/** Slices that are drawn. */
const MOST_SLICES = 24;

/** Pixels that slices side by side take, where their cells are not too small. */
const WIDEST = 1000;

/** Points with small coordinates, each with bits. */
class Cells {
  constructor() {
    this.bits = new Map();
  }

  /** Numbers are faster than texts: so far apart that points of up to four coordinates differ. */
  add(point, bits) {
    let key = 0;
    for (const value of point) key = key * 8192 + value + 64;
    if (point.length > 4 || point.some((value) => value < -64 || value > 8000)) key = point.join();
    const known = this.bits.get(key);
    if (known) known.bits |= bits;
    else this.bits.set(key, { point, bits });
  }

  get size() {
    return this.bits.size;
  }

  values() {
    return [...this.bits.values()];
  }
}

/** Where cells lie: the first axis goes down, the second to the right; a third one makes slices. */
function layout(names, cells, extents) {
  const ranges = names.map((_, axis) => axisRange(cells, axis, extents[axis]));
  const [down, right, slices] = names.length === 1 ? [null, 0, null] : [0, 1, names.length === 3 ? 2 : null];
  const length = (axis) => (axis === null ? 1 : ranges[axis][1] - ranges[axis][0] + 1);
  const count = Math.min(length(slices), MOST_SLICES);
  const [top, left, gap] = [20, 34, 12];
  const room = slices === null ? [680, 340] : [WIDEST / count - gap, 150];
  const fits = Math.min(room[0] / length(right), room[1] / length(down));
  const cell = Math.max(2, Math.min(14, Math.floor(fits)));
  const [width, height] = [length(right) * cell, length(down) * cell];
  const slice = (point) => (slices === null ? 0 : point[slices] - ranges[slices][0]);
  const place = (point) => [
    left + slice(point) * (width + gap) + (point[right] - ranges[right][0]) * cell,
    top + (down === null ? 0 : (point[down] - ranges[down][0]) * cell),
  ];
  const is_in = (point) => slice(point) < count
    && point.every((value, axis) => value >= ranges[axis][0] && value <= ranges[axis][1]);
  const axes = { names, ranges, extents, down, right, slices, count };
  return { ...axes, top, left, gap, cell, width, height, place, is_in };
}

/** A drawing of cells. Bits: 1 is read, or of the group; 2 is written; 4 is of others. */
function grid(names, cells, extents, words) {
  const points = cells.values();
  const own = layout(names, points, extents);
  const side = own.cell - (own.cell > 4 ? 1 : 0);
  const paths = {};
  for (const { point, bits } of points.filter((cell) => own.is_in(cell.point))) {
    const [x, y] = own.place(point);
    const kind = bits & 3 ? bits & 3 : 4;
    paths[kind] = `${paths[kind] || ""}M${x} ${y}h${side}v${side}h-${side}z`;
  }
  const frames = Array.from({ length: own.count }, (_, slice) => frame(slice, own));
  const made = Object.entries(paths).map(([bits, d]) => shape("path", { d, class: `cell-${bits}` }));
  const [width, height] = [own.left + own.count * (own.width + own.gap), own.top + own.height + 20];
  return drawing(width, height, words, frames, made,
    label(own.left, height - 4, rangeText(own), { class: "tick" }));
}

/** The frame of a slice, and the names of its axes. */
function frame(slice, own) {
  const x = own.left + slice * (own.width + own.gap);
  const size = { x: x - 1.5, y: own.top - 1.5, width: own.width + 2, height: own.height + 2 };
  const down = slice === 0 && own.down !== null ? own.names[own.down] : "";
  return [
    shape("rect", { ...size, class: "frame" }),
    label(own.left - 8, own.top + 10, down, { class: "axis", "text-anchor": "end" }),
    label(x, own.top - 6, titleOf(slice, own), { class: "axis" }),
  ];
}

/** The axis that goes to the right, or the value of the third one at a slice where there is room for it. */
function titleOf(slice, { names, ranges, right, slices, width, gap }) {
  if (slices === null) return names[right];
  const room = width + gap;
  const value = ranges[slices][0] + slice;
  const whole = `${names[slices]} = ${value}`;
  if (slice === 0 || whole.length * 8 < room) return whole;
  const each = Math.ceil(32 / room);
  return slice % each === 0 && slice * room > whole.length * 8 ? value : "";
}

/** The part of an axis that is drawn: all of it, or what is touched where it is long. */
function axisRange(cells, axis, extent) {
  const touched = [Infinity, -Infinity];
  for (const { point } of cells) {
    touched[0] = Math.min(touched[0], point[axis]);
    touched[1] = Math.max(touched[1], point[axis]);
  }
  const whole = extent > 0 ? [Math.min(0, touched[0]), Math.max(extent - 1, touched[1])] : touched;
  const [least, most] = whole[1] - whole[0] < MOST_CELLS ? whole : touched;
  return [least, Math.min(most, least + MOST_CELLS - 1)];
}

/** What is drawn of axes that are not drawn whole. */
function rangeText({ names, ranges, extents, count, slices }) {
  const parts = names.map((name, axis) => {
    const [least, last] = ranges[axis];
    const most = axis === slices ? least + count - 1 : last;
    const is_whole = extents.length === 0 ? most === last : least === 0 && most === extents[axis] - 1;
    const of = extents.length === 0 ? "" : ` of ${extents[axis]}`;
    return is_whole ? null : `${name} from ${least} to ${most}${of}`;
  });
  return parts.filter(Boolean).join(", ");
}
