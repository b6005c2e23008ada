// The page of a source file: the chosen operation with its verdicts and findings beside the text.
"use strict";

const SOURCE = window.ARIADNE_SOURCE;
const LISTED = 25; // findings of an operation that are listed at once
const SYMBOLS = new Map(
  [...document.querySelectorAll(".legend dt")].map((term) => {
    const [label] = term.nextElementSibling.textContent.split(":");
    return [term.firstElementChild.classList[1], { symbol: term.textContent.trim(), label }];
  }),
);
const panel = document.getElementById("panel");
const rowsOf = (numbers) => numbers.map((number) => SOURCE.rows[number]);

function tag(outcome) {
  const { symbol, label } = SYMBOLS.get(outcome);
  return Page.make("span", { class: `tag ${outcome}` }, `${symbol} ${label}`);
}

function grid(heads, rows) {
  const cells = (tagName, texts) => texts.map((text) => Page.make(tagName, tagName === "th" ? { scope: "col" } : {}, text));
  return Page.make(
    "table",
    { class: "values" },
    Page.make("thead", {}, Page.make("tr", {}, ...cells("th", heads))),
    Page.make("tbody", {}, ...rows.map((row) => Page.make("tr", {}, ...cells("td", row)))),
  );
}

const code = (text) => Page.make("code", {}, text);
const place = ([where, link]) => Page.make("a", { href: link }, where);

// A number as people read it, and its bits.
const number = (decimal, hex) => Page.make("span", { title: hex }, code(decimal));

function section(title, ...content) {
  return Page.make("section", {}, Page.make("h4", {}, title), ...content);
}

function values(numbers) {
  return grid(
    ["name", "value", "hexadecimal"],
    rowsOf(numbers).map(([name, type, decimal, hex]) => [Page.make("span", { title: type }, name || "result"), code(decimal), code(hex)]),
  );
}

function results(finding) {
  if (finding.ended !== "returned") return Page.make("p", {}, `The run did not return: ${finding.ended}.`);
  const judged = finding.class !== undefined;
  return grid(
    judged ? ["name", "computed", "exact", "error"] : ["name", "computed", "hexadecimal"],
    rowsOf(finding.results).map(([name, type, decimal, hex, exact, error]) => {
      const named = Page.make("span", { title: type }, name || "result");
      return judged ? [named, number(decimal, hex), code(exact || "–"), error] : [named, code(decimal), code(hex)];
    }),
  );
}

// How it came about: the exceptions of the run in their order, this one last.
function path(finding) {
  const steps = rowsOf(finding.trace).map(([kind, text, where, link, exact, result, operands]) =>
    Page.make("li", {}, `${kind}${exact ? " (no bit lost)" : ""} in `, code(text), ` of ${operands}: `, code(result), " ", Page.make("span", { class: "where" }, place([where, link]))),
  );
  const [, , result, hex] = SOURCE.rows[finding.value];
  const operands = rowsOf(finding.operands).map(([, , decimal]) => decimal).join(", ");
  steps.push(Page.make("li", { class: "own" }, `${finding.kind}${finding.exact ? " (no bit lost)" : ""} here${operands ? ` of ${operands}` : ""}: `, number(result, hex)));
  return Page.make("ol", { class: "path" }, ...steps);
}

function judgement(finding) {
  const lines = [];
  if (finding.class) lines.push(`${finding.class}: ${finding.reason}`);
  else if (finding.reason) lines.push(finding.reason);
  if (finding.reported) lines.push(`reported by ${finding.reported}`);
  if (finding.errno) lines.push(`errno ${finding.errno}`);
  if (finding.undetermined) lines.push(`no exact result: ${finding.undetermined}`);
  for (const mark of finding.marks || []) lines.push(`the exact run fell back to floats: ${mark}`);
  if (finding.class === undefined) lines.push("no exact rerun was made");
  const items = lines.map((line) => Page.make("li", {}, line));
  if (finding.diverged) items.push(Page.make("li", {}, "the exact run decided otherwise at ", place(finding.diverged)));
  return Page.make("ul", {}, ...items);
}

function body(finding) {
  const link = `../findings.html#finding=${encodeURIComponent(finding.id)}`;
  return [
    section("Input", values(finding.inputs)),
    section("Results", results(finding)),
    section("Judgement", judgement(finding)),
    section(finding.first ? "The first exception of the run" : "Exceptions of the run, in order", path(finding)),
    Page.make("p", { class: "hint" }, Page.make("a", { href: link }, "Permanent link"), " · ", code(`ariadne replay RUN '${finding.id}'`)),
  ];
}

// A finding is a line that opens; what is inside is made when it does.
function entry(finding, open) {
  const call = `${finding.function}(${rowsOf(finding.inputs).map(([name, , decimal]) => `${name} = ${decimal}`).join(", ")})`;
  const words = [finding.kind, finding.class, finding.first ? "first" : ""].filter(Boolean).join(", ");
  const summary = Page.make("summary", {}, tag(finding.outcome), " ", words, Page.make("code", { class: "call" }, call));
  const element = Page.make("details", { class: "finding", "data-finding": finding.id }, summary);
  const fill = () => element.childElementCount === 1 && element.append(...body(finding));
  element.addEventListener("toggle", () => element.open && fill());
  if (open) {
    fill();
    element.open = true;
  }
  return element;
}

function operation(each, wanted) {
  const heading = Page.make("h2", {}, code(each.text));
  const about = Page.make("p", { class: "hint" }, `${each.opcode} (${each.type}) in ${each.owner}, ${each.where}`);
  const verdicts = grid(["kind", "verdict", ""], each.kinds.map(([kind, outcome, reason]) => [kind, tag(outcome), reason]));
  const list = Page.make("div", { class: "findings" });
  const chosen = wanted ? each.findings.filter(({ id }) => id === wanted) : [];
  const others = each.findings.filter((finding) => !chosen.includes(finding));
  const ordered = [...chosen, ...others];
  const button = Page.make("button", { type: "button" });
  let shown = 0;
  const more = () => {
    for (const finding of ordered.slice(shown, shown + LISTED)) list.append(entry(finding, list.childElementCount === 0));
    shown = Math.min(ordered.length, shown + LISTED);
    button.hidden = shown === ordered.length;
    button.textContent = `Show more of ${Page.count(ordered.length - shown)}`;
  };
  button.addEventListener("click", more);
  more();
  const inlined = each.inlined.length ? Page.make("p", { class: "hint" }, "inlined at ", ...each.inlined.flatMap((at, n) => [n ? ", " : "", place(at)])) : null;
  const count = ordered.length ? Page.make("h3", {}, `${Page.count(ordered.length)} finding${ordered.length === 1 ? "" : "s"}`) : null;
  return Page.make("div", { class: "operation" }, heading, about, inlined, verdicts, count, list, button);
}

function open(anchor, wanted) {
  const operations = SOURCE.places[anchor];
  for (const mark of document.querySelectorAll(".op[aria-current]")) mark.removeAttribute("aria-current");
  if (!operations) return close();
  const mark = document.getElementById(anchor);
  if (mark) mark.setAttribute("aria-current", "true");
  const button = Page.make("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
  button.addEventListener("click", leave);
  panel.replaceChildren(button, ...operations.map((each) => operation(each, wanted)));
  panel.hidden = false;
  panel.scrollTop = 0;
  document.body.classList.add("open");
  if (mark) mark.scrollIntoView({ block: "center" });
}

function close() {
  panel.hidden = true;
  document.body.classList.remove("open");
}

function leave() {
  const mark = document.querySelector(".op[aria-current]");
  history.replaceState(null, "", location.pathname + location.search);
  if (mark) {
    mark.removeAttribute("aria-current");
    mark.focus({ preventScroll: true });
  }
  close();
}

function follow() {
  const wanted = Page.read().get("finding");
  if (wanted) {
    const found = Object.entries(SOURCE.places).find(([, each]) => each.some(({ findings }) => findings.some(({ id }) => id === wanted)));
    return found ? open(found[0], wanted) : close();
  }
  return open(decodeURIComponent(location.hash.slice(1)), null);
}

// n and p go through the operations that something raises, from the chosen or focused one.
function step(direction) {
  const marks = [...document.querySelectorAll(".text .op")].filter((mark) => SOURCE.places[mark.id].some(({ findings }) => findings.length));
  const current = document.querySelector(".op[aria-current]") || document.activeElement;
  let next = marks.indexOf(current) + direction;
  if (!marks.includes(current)) next = direction > 0 ? 0 : marks.length - 1;
  if (marks[next]) {
    marks[next].focus({ preventScroll: true });
    location.hash = marks[next].id;
  }
}

addEventListener("keydown", (event) => {
  if (Page.writing(event)) return;
  if (event.key === "n") step(1);
  if (event.key === "p") step(-1);
  if (event.key === "Escape" && !panel.hidden) leave();
});
addEventListener("hashchange", follow);
follow();
