// Uses every control of a report once, at every step, and says what did not work.
(async () => {
  const wrong = [];
  const check = (holds, words) => { if (!holds) wrong.push(words); };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const key = (name, target = document.body) =>
    target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const fits = (words) => check(document.documentElement.scrollWidth <= window.innerWidth,
    `${words}: the page is ${document.documentElement.scrollWidth} pixels wide`);

  async function step(name, is_first) {
    fits(name);
    for (const slider of is_first ? all("input[type=range]") : []) {
      const start = slider.value;
      for (const value of [slider.min, slider.max, start]) {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
        await drawn();
        const words = document.querySelector("#space .drawings > .hint").textContent;
        check(words.startsWith("Drawn "), `${name}: ${words}`);
      }
    }
    for (const select of is_first ? all("#space select") : []) {
      select.selectedIndex = select.options.length - 1;
      select.dispatchEvent(new Event("change"));
      await drawn();
    }
    all(".fold").forEach((fold) => fold.click());
    check(all(".fold").length === 0, `${name}: lines stay folded`);
    for (const line of all(".linked").slice(0, 60)) {
      line.dispatchEvent(new MouseEvent("mouseenter"));
      check(line.classList.contains("same"), `${name}: \`${line.textContent}\` is not marked`);
      line.dispatchEvent(new MouseEvent("mouseleave"));
    }
    const [line] = all(".linked");
    if (line) {
      line.click();
      check(all(".same").length > 1, `${name}: a click marks nothing else`);
      key("Escape");
      check(all(".same").length === 0, `${name}: a mark stays`);
    }
    for (const arc of all(".arc").slice(0, 40)) {
      arc.focus();
      check(all(".row.end").length > 0, `${name}: an arc has no ends`);
      arc.blur();
    }
    if (DATA.roofline) {
      check(all("#roofline td").length > 0 || all("#roofline p").length > 0, `${name}: no roofline`);
      const points = all("#roofline .stage, #roofline .sample").filter((own) => own.querySelector("title"));
      check(points.every((own) => own.querySelector("title").textContent), `${name}: a point says nothing`);
    }
    all("details").forEach((details) => { details.open = true; });
    all("details button").forEach((button) => button.click());
    fits(`${name}, all open`);
  }

  const kernels = all("#kernel option").length || 1;
  for (let kernel = 0; kernel < kernels; kernel += 1) {
    const select = document.getElementById("kernel");
    if (select) {
      select.value = kernel;
      select.dispatchEvent(new Event("change"));
    }
    key("Home");
    const count = all(".chip").length;
    for (let number = 0; number < count; number += 1) {
      const name = `kernel ${kernel}, step ${number}`;
      check(all(".chip").findIndex((chip) => chip.hasAttribute("aria-current")) === number, `${name} is not chosen`);
      await step(name, number === 0 || number === count - 1);
      const whole = document.getElementById("whole");
      if (whole) {
        whole.click();
        check(all(".fold").length === 0 && document.activeElement.id === "whole", `${name}: whole texts`);
        key("w");
      }
      key("ArrowRight");
    }
    if (count > 0) {
      all(".chip")[0].click();
      check(document.activeElement === all(".chip")[0], "a step is not in focus");
      key("End");
      check(all(".chip")[count - 1].hasAttribute("aria-current"), "End leads elsewhere");
      key("ArrowLeft");
      for (let number = 0; number < all("#roofline .stage").length; number += 1) {
        all("#roofline .stage")[number].dispatchEvent(new MouseEvent("click"));
        check(all("#roofline .stage.current").length === 1, "a point of the roofline leads nowhere");
      }
    }
  }
  const theme = () => getComputedStyle(document.body).backgroundColor;
  const before = theme();
  document.getElementById("theme").click();
  check(theme() !== before, "the theme stays");
  key("t");
  check(theme() === before, "the key changes no theme");
  for (const open of [() => key("?"), () => document.getElementById("help").click()]) {
    open();
    check(document.querySelector("dialog").open, "there is no help");
    document.querySelector("dialog button").click();
    check(!document.querySelector("dialog").open, "the help stays");
  }
  const stages = DATA.kernels.reduce((sum, own) => sum + own.stages.length, 0);
  window.dispatchEvent(new Event("beforeprint"));
  check(all(".sheet-title").length === stages, "not all steps are printed");
  window.dispatchEvent(new Event("afterprint"));
  check(all(".sheet-title").length === 0, "what was printed stays");
  const unnamed = all("button, select, input").filter((own) => !own.closest("label") && !own.textContent.trim()
    && !own.getAttribute("aria-label"));
  check(unnamed.length === 0, "controls have no names");
  return wrong;
})()
