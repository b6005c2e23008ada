// The table of findings. A finding is an array; the constants below name its cells (rows.py writes them).
"use strict";

const [ID, FUNCTION, FILE, LINE, COLUMN, TEXT, KIND, CLASS, OUTCOME, FIRST, OWNER, INDEX, CALL] = Array(13).keys();
const DATA = window.ARIADNE;
const FOLDED = new Set(DATA.outcomes.flatMap(([, , , folded], index) => (folded ? [index] : [])));

const fileOf = (row) => DATA.files[row[FILE]][0];
const nameOf = (row) => DATA.functions[row[FUNCTION]][0];
const whereOf = (row) => (row[LINE] ? `${fileOf(row)}:${row[LINE]}` : fileOf(row));
const linkOf = (row) => `source/${DATA.files[row[FILE]][1]}.html#finding=${encodeURIComponent(row[ID])}`;

// A permanent link: the name of a page follows from its file, which the reader of the link need not know.
function follow() {
  const id = Page.read().get("finding");
  const row = id && DATA.findings.find((each) => each[ID] === id);
  if (row) location.replace(linkOf(row));
  return Boolean(row);
}

// Groups of choices of which several can be on. None chosen means all, but for the outcomes: those not folded.
class Choices {
  constructor(name, cell, entries, present, standard) {
    this.name = name;
    this.cell = cell;
    this.standard = standard;
    this.boxes = entries.map(([value, label, symbol], index) => {
      const box = Page.make("input", { type: "checkbox", name, value });
      const amount = Page.make("span", { class: "amount" });
      const text = Page.make("span", { class: symbol ? `tag ${value}` : null }, symbol ? `${symbol} ${label}` : label);
      if (present.has(index)) document.getElementById(name).append(Page.make("label", {}, box, text, " ", amount));
      return { box, amount, value, index };
    });
    document.getElementById(name).addEventListener("change", (event) => {
      event.stopPropagation();
      apply();
    });
    document.getElementById(name).hidden = present.size < 2;
  }

  chosen() {
    return this.boxes.filter(({ box }) => box.checked).map(({ index }) => index);
  }

  // The indices that pass.
  wanted() {
    const chosen = this.chosen();
    return new Set(chosen.length ? chosen : this.boxes.map(({ index }) => index).filter(this.standard));
  }

  read(text) {
    const words = new Set((text || "").split(","));
    for (const { box, value } of this.boxes) box.checked = words.has("all") || words.has(value);
  }

  write() {
    const chosen = this.chosen();
    if (chosen.length === this.boxes.length) return "all";
    return chosen.map((index) => this.boxes[index].value).join(",");
  }

  show(amounts) {
    for (const { amount, index } of this.boxes) amount.textContent = Page.count(amounts[index]);
  }
}

const present = (cell) => new Set(DATA.findings.map((row) => row[cell]));
const query = document.getElementById("q");
const file = document.getElementById("file");
const called = document.getElementById("function");
const choices = [
  new Choices("outcome", OUTCOME, DATA.outcomes, present(OUTCOME), (index) => !FOLDED.has(index)),
  new Choices("kind", KIND, DATA.kinds, present(KIND), () => true),
  new Choices("class", CLASS, DATA.classes, present(CLASS), () => true),
];
const once = Page.make("input", { type: "checkbox", checked: true });
const first = Page.make("input", { type: "checkbox" });
document.getElementById("more").append(
  Page.make("label", { title: "the worst finding of each operation and kind stands for those of other functions" }, once, "each operation once"),
  Page.make("label", { title: "nothing else was raised before in the run" }, first, "only the first of a run"),
);

const table = new Table(
  document.getElementById("table"),
  document.getElementById("next"),
  [
    {
      key: "outcome",
      label: "consequence",
      value: (row) => row[OUTCOME],
      cell: (row) => {
        const [value, label, symbol] = DATA.outcomes[row[OUTCOME]];
        return Page.make("span", { class: `tag ${value}` }, `${symbol} ${label}`);
      },
    },
    { key: "class", label: "class", value: (row) => row[CLASS], cell: (row) => (row[CLASS] ? DATA.classes[row[CLASS]][1] : "–") },
    { key: "kind", label: "kind", value: (row) => row[KIND], cell: (row) => DATA.kinds[row[KIND]][1] },
    {
      key: "operation",
      label: "operation",
      value: (row) => DATA.texts[row[TEXT]],
      cell: (row) => Page.make("a", { class: "main", href: linkOf(row) }, Page.make("code", {}, DATA.texts[row[TEXT]])),
    },
    {
      key: "function",
      label: "call",
      value: (row) => nameOf(row),
      cell: (row) => {
        const others = reached.get(key(row)) || 1;
        const call = Page.make("code", {}, Page.make("b", {}, nameOf(row)), `(${row[CALL]})`);
        const also = { class: "hint also", title: "other functions whose calls raise it, too" };
        return others > 1 ? [call, " ", Page.make("span", also, `+${Page.count(others - 1)}`)] : call;
      },
    },
    { key: "where", label: "place", value: (row) => `${fileOf(row)}\0${String(row[LINE]).padStart(9, "0")}`, cell: whereOf },
  ],
  apply,
);

let reached = new Map(); // how many of the rows that pass are at an operation and kind, if each is shown once

function key(row) {
  return `${row[FILE]}/${row[OWNER]}/${row[INDEX]}/${row[LINE]}/${row[COLUMN]}/${row[KIND]}`;
}

// What the search looks into, made when it is first needed.
let haystack = null;

function searched() {
  haystack ||= DATA.findings.map((row) =>
    [nameOf(row), whereOf(row), DATA.texts[row[TEXT]], DATA.owners[row[OWNER]], row[CALL], row[ID]].join("\n").toLowerCase(),
  );
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length ? (index) => words.every((word) => haystack[index].includes(word)) : () => true;
}

// The rows that pass, and for each group of choices how many rows every choice would give.
function passing() {
  const matches = searched();
  const wanted = choices.map((group) => group.wanted());
  const amounts = choices.map((group) => group.boxes.map(() => 0));
  const rows = [];
  DATA.findings.forEach((row, index) => {
    if (file.value && fileOf(row) !== file.value) return;
    if (called.value && DATA.functions[row[FUNCTION]][1] !== called.value) return;
    if (first.checked && !row[FIRST]) return;
    if (!matches(index)) return;
    const refused = choices.filter((group, number) => !wanted[number].has(row[group.cell]));
    if (refused.length === 0) rows.push(row);
    choices.forEach((group, number) => {
      if (refused.length === 0 || (refused.length === 1 && refused[0] === group)) amounts[number][row[group.cell]]++;
    });
  });
  return { rows, amounts };
}

function apply() {
  let { rows, amounts } = passing();
  choices.forEach((group, number) => group.show(amounts[number]));
  const total = rows.length;
  reached = new Map();
  if (once.checked) {
    const kept = [];
    for (const row of rows) {
      const place = key(row);
      const known = reached.get(place);
      if (!known) kept.push(row);
      reached.set(place, (known || 0) + 1);
    }
    rows = kept;
  }
  table.show(rows);
  // "\u00a0" keeps a number and its word together.
  const folded = amounts[0].reduce((sum, amount, index) => (FOLDED.has(index) && !choices[0].wanted().has(index) ? sum + amount : sum), 0);
  const parts = [`${Page.count(total)} of ${Page.count(DATA.findings.length)} findings`];
  if (once.checked) parts.push(`${Page.count(rows.length)} operations and kinds`);
  if (folded) parts.push(`${Page.count(folded)} without harm folded`);
  document.getElementById("count").textContent = parts.join(", ") + ".";
  write();
}

function write() {
  const state = new URLSearchParams();
  const set = (name, value) => value && state.set(name, value);
  set("q", query.value.trim());
  set("file", file.value);
  set("function", called.value);
  for (const group of choices) set(group.name, group.write());
  if (!once.checked) state.set("each", "call");
  if (first.checked) state.set("first", "1");
  if (table.sort) state.set("sort", (table.down ? "-" : "") + table.sort);
  Page.keep(state);
}

function read() {
  const state = Page.read();
  query.value = state.get("q") || "";
  file.value = state.get("file") || "";
  called.value = state.get("function") || "";
  for (const group of choices) group.read(state.get(group.name));
  once.checked = state.get("each") !== "call";
  first.checked = state.get("first") === "1";
  const sort = state.get("sort") || "";
  table.down = sort.startsWith("-");
  table.sort = sort.replace(/^-/, "");
  apply();
}

function start() {
  const files = [...new Set(DATA.findings.map(fileOf))].sort();
  const functions = new Map(DATA.findings.map((row) => DATA.functions[row[FUNCTION]]).map((each) => [each[1], each[0]]));
  fillSelect(file, "all files", files.map((name) => [name, name]));
  fillSelect(called, "all functions", [...functions].sort(([, a], [, b]) => (a < b ? -1 : 1)));
  const form = document.getElementById("filter");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", apply);
  query.addEventListener("input", apply);
  addEventListener("hashchange", () => follow() || read());
  read();
}

if (!follow()) start();
