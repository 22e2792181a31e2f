// Elements of the page. Texts only ever become text nodes, so that nothing of them is taken for markup.

const SVG = "http://www.w3.org/2000/svg";

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

/** An element with attributes, listeners (`onclick`) and children. */
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for drawings. */
function shape(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** A drawing of that size, with words for those who do not see it. */
function drawing(width, height, words, ...children) {
  const told = words ? { role: "img", "aria-label": words } : { "aria-hidden": "true" };
  const size = { width, height, viewBox: `0 0 ${width} ${height}`, ...told };
  return shape("svg", size, ...children);
}

/** Text in a drawing. */
function label(x, y, text, attributes = {}) {
  return shape("text", { x, y, ...attributes }, String(text));
}

/** A part of the page with a heading, which is left out where it has nothing in it. */
function section(id, title, ...children) {
  const own = children.flat(Infinity).filter((child) => child !== null && child !== undefined);
  if (own.length === 0) return null;
  return element("section", { id, "aria-labelledby": `${id}-title` },
    element("h2", { id: `${id}-title` }, title), own);
}

/** A button that copies a text. */
function copier(text, what) {
  const button = element("button", { type: "button", class: "quiet", onclick: copy }, `Copy ${what}`);
  function copy() {
    const say = (word) => {
      button.textContent = word;
      setTimeout(() => { button.textContent = `Copy ${what}`; }, 1500);
    };
    const byHand = () => {
      const area = element("textarea", { class: "aside", "aria-hidden": "true" });
      area.value = text;
      document.body.append(area);
      area.select();
      const is_done = document.execCommand("copy");
      area.remove();
      button.focus();
      say(is_done ? "Copied" : "This browser does not copy");
    };
    if (!navigator.clipboard) byHand();
    else navigator.clipboard.writeText(text).then(() => say("Copied"), byHand);
  }
  return button;
}
