// A table of many rows of which only some are in the document: sorted by its heads, more of them on request.
"use strict";

class Table {
  // columns: {key, label, title, numeric, value(row) to sort by, cell(row) to show}; without value: not sortable.
  // rows come in their natural order, which is the one without a sort.
  constructor(table, next, columns, changed) {
    this.columns = columns;
    this.changed = changed;
    this.sort = "";
    this.down = false;
    this.rows = [];
    this.shown = 0;
    this.page = 100;
    this.next = next;
    this.heads = columns.map((column) => this.head(column));
    this.body = Page.make("tbody");
    table.replaceChildren(Page.make("thead", {}, Page.make("tr", {}, ...this.heads)), this.body);
    next.addEventListener("click", () => this.more());
    table.addEventListener("keydown", (event) => this.move(event));
    // On paper there is no button to press.
    addEventListener("beforeprint", () => this.more(1000));
  }

  head(column) {
    const head = Page.make("th", { scope: "col", class: column.numeric ? "numeric" : null, title: column.title });
    if (!column.value) {
      head.append(column.label);
      return head;
    }
    const button = Page.make("button", { type: "button" }, column.label);
    button.addEventListener("click", () => {
      // First the useful direction, then the other one, then the natural order.
      const first = Boolean(column.numeric);
      if (this.sort !== column.key) [this.sort, this.down] = [column.key, first];
      else if (this.down === first) this.down = !first;
      else this.sort = "";
      this.changed();
    });
    head.append(button);
    return head;
  }

  show(rows) {
    const column = this.columns.find((each) => each.key === this.sort);
    this.columns.forEach((each, index) => {
      const order = each === column ? (this.down ? "descending" : "ascending") : null;
      if (order) this.heads[index].setAttribute("aria-sort", order);
      else this.heads[index].removeAttribute("aria-sort");
    });
    if (column) {
      const sign = this.down ? -1 : 1;
      const keyed = rows.map((row) => [column.value(row), row]);
      keyed.sort(([a], [b]) => (a < b ? -sign : a > b ? sign : 0)); // stable: worst first among equals
      rows = keyed.map(([, row]) => row);
    }
    this.rows = rows;
    this.shown = 0;
    this.body.replaceChildren();
    this.more();
  }

  more(amount = this.page) {
    const until = Math.min(this.rows.length, this.shown + amount);
    const fragment = document.createDocumentFragment();
    for (; this.shown < until; this.shown++) {
      const row = this.rows[this.shown];
      const cells = this.columns.map((column) => {
        const cell = Page.make("td", { class: column.numeric ? "numeric" : column.key });
        cell.append(...[column.cell(row)].flat());
        return cell;
      });
      fragment.append(Page.make("tr", {}, ...cells));
    }
    this.body.append(fragment);
    const left = this.rows.length - this.shown;
    this.next.hidden = left === 0;
    this.next.textContent = `Show ${Page.count(Math.min(left, this.page))} more of ${Page.count(left)}`;
  }

  // The arrow keys go from row to row.
  move(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const row = event.target.closest("tbody tr");
    const other = row && (event.key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling);
    const link = other && other.querySelector("a.main");
    if (link) {
      event.preventDefault();
      link.focus();
    }
  }
}

// Fill a select with a choice for everything and one for each entry of [value, label].
function fillSelect(select, all, entries) {
  select.replaceChildren(
    Page.make("option", { value: "" }, all),
    ...entries.map(([value, label]) => Page.make("option", { value }, label)),
  );
}
