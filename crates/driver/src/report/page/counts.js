// What was asked of a kernel, and what it does how often.

/** The questions of the checker, with their answers. */
function answersSection(own, shown) {
  if (own.outcome === "refused") return null;
  if (shown.answers.length === 0) {
    return section("answers", "What the checker says",
      element("p", {}, "Nothing yet: it judges kernels that can be lowered."));
  }
  const rows = shown.answers.map((answer) => element("li", { class: answer.holds ? "holds" : "fails" },
    element("span", { class: "sign", "aria-label": answer.holds ? "yes: " : "no: " },
      answer.holds ? "✓" : "✗"),
    answer.question));
  const is_short = shown.answers.some((answer) => !answer.holds) && shown.answers.length < 9;
  return section("answers", "What the checker asked", element("ul", { class: "answers" }, rows),
    is_short ? element("p", { class: "hint" },
      "Where these do not all hold, nothing is asked about values.") : null);
}

/** Counts of operations and accesses, in the parameters of the kernel. */
function countsSection(shown) {
  const tables = shown.counts.filter((table) => table.rows.length > 0);
  return section("counts", "How often it does what", tables.length === 0 ? null
    : element("div", { class: "tables" }, tables.map((table) => element("div", { class: "scroller" },
      element("table", {}, element("caption", {}, table.title), element("tbody", {},
        table.rows.map(([name, count]) => element("tr", {}, element("th", { scope: "row" }, name),
          element("td", {}, count)))))))));
}
