// The table of functions. A function is an array; the constants below name its cells (rows.py writes them).
"use strict";

const [NAME, SYMBOL, FILE, LINE, STATUS, REASON, OUTCOMES, SAFE, UNKNOWN, CRASHES, RUNS, SECONDS] = Array(12).keys();
const DATA = window.ARIADNE;
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const fileOf = (row) => DATA.files[row[FILE]][0];
const amount = (number) => (number ? Page.count(number) : Page.make("span", { class: "none" }, "0"));

const query = document.getElementById("q");
const file = document.getElementById("file");
const state = document.getElementById("status");

const present = DATA.outcomes.map((_, index) => DATA.functions.some((row) => row[OUTCOMES][index]));
const outcomes = DATA.outcomes.flatMap(([value, label, symbol], index) => {
  const cell = (row) => {
    const number = row[OUTCOMES][index];
    const link = `findings.html#function=${encodeURIComponent(row[SYMBOL])}&outcome=${value}`;
    return number ? Page.make("a", { href: link }, Page.count(number)) : amount(0);
  };
  const column = { key: value, label: `${symbol} ${label}`, numeric: true, value: (row) => row[OUTCOMES][index], cell };
  return present[index] ? [column] : [];
});

const table = new Table(
  document.getElementById("table"),
  document.getElementById("next"),
  [
    {
      key: "name",
      label: "function",
      value: (row) => row[NAME],
      cell: (row) => {
        const link = `source/${DATA.files[row[FILE]][1]}.html#L${row[LINE]}`;
        return Page.make("a", { class: "main", href: link }, Page.make("code", {}, row[NAME]));
      },
    },
    { key: "file", label: "file", value: fileOf, cell: fileOf },
    { key: "status", label: "status", value: (row) => row[STATUS], cell: (row) => Page.make("span", { title: row[REASON] }, row[STATUS]) },
    ...outcomes,
    { key: "safe", label: "safe", title: "verdicts that are proved", numeric: true, value: (row) => row[SAFE], cell: (row) => amount(row[SAFE]) },
    {
      key: "open",
      label: "not decided",
      title: "verdicts without input or proof",
      numeric: true,
      value: (row) => row[UNKNOWN],
      cell: (row) => amount(row[UNKNOWN]),
    },
    { key: "crashes", label: "crashes", title: "runs that did not return", numeric: true, value: (row) => row[CRASHES], cell: (row) => amount(row[CRASHES]) },
    { key: "runs", label: "runs", numeric: true, value: (row) => row[RUNS], cell: (row) => amount(row[RUNS]) },
    { key: "seconds", label: "seconds", numeric: true, value: (row) => row[SECONDS], cell: (row) => row[SECONDS].toFixed(1) },
  ],
  apply,
);

function apply() {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = DATA.functions.filter((row) => {
    if (file.value && fileOf(row) !== file.value) return false;
    if (state.value && row[STATUS] !== state.value) return false;
    const text = `${row[NAME]}\n${fileOf(row)}\n${row[STATUS]}\n${row[REASON]}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  table.show(rows);
  const found = sum(rows.map((row) => sum(row[OUTCOMES])));
  document.getElementById("count").textContent =
    `${Page.count(rows.length)} of ${Page.count(DATA.functions.length)} functions, ${Page.count(found)} findings.`;
  const address = new URLSearchParams();
  for (const [name, value] of [["q", query.value.trim()], ["file", file.value], ["status", state.value]]) {
    if (value) address.set(name, value);
  }
  if (table.sort) address.set("sort", (table.down ? "-" : "") + table.sort);
  Page.keep(address);
}

function read() {
  const address = Page.read();
  query.value = address.get("q") || "";
  file.value = address.get("file") || "";
  state.value = address.get("status") || "";
  const sort = address.get("sort") || "";
  table.down = sort.startsWith("-");
  table.sort = sort.replace(/^-/, "");
  apply();
}

const choices = (values) => [...new Set(values)].sort().map((value) => [value, value]);
fillSelect(file, "all files", choices(DATA.functions.map(fileOf)));
fillSelect(state, "every status", choices(DATA.functions.map((row) => row[STATUS])));
const form = document.getElementById("filter");
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", apply);
query.addEventListener("input", apply);
addEventListener("hashchange", read);
read();
