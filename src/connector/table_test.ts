import assert from "node:assert/strict";
import { numberText, pageOfTable, tableText } from "./table.ts";

const LONG = "x".repeat(100);
const table = (rows: number) => ({
  columns: ["name", "value"],
  rows: Array.from({ length: rows }, (_, row) => [`${LONG}${row}`, row]),
});

Deno.test("pages of a table hold every row once, in order, and each has room for itself alone", () => {
  const whole = table(1_000);
  const { pages } = pageOfTable(whole, 1);
  const shown = Array.from({ length: pages }, (_, place) => pageOfTable(whole, place + 1));
  assert.deepEqual(shown.flatMap(({ rows }) => rows), whole.rows);
  assert.ok(pages > 1);
  for (const { rows } of shown) assert.ok(JSON.stringify(rows).length <= 14_002);
});

Deno.test("a page beyond the last is the last, and a table without rows is one page without any", () => {
  const whole = table(1_000);
  const { pages } = pageOfTable(whole, 1);
  assert.deepEqual(pageOfTable(whole, 100_000), pageOfTable(whole, pages));
  assert.deepEqual(pageOfTable({ columns: ["a"], rows: [] }, 1), { columns: ["a"], rows: [], page: 1, pages: 1 });
  assert.equal(tableText({ columns: ["a"], rows: [], page: 1, pages: 1 }), "(no rows)");
});

Deno.test("a row larger than a page is a page of its own", () => {
  const rows = [["a"], ["b".repeat(20_000)], ["c"]];
  const { pages } = pageOfTable({ columns: ["name"], rows }, 1);
  assert.deepEqual(
    Array.from({ length: pages }, (_, place) => pageOfTable({ columns: ["name"], rows }, place + 1).rows),
    [
      [["a"]],
      [["b".repeat(20_000)]],
      [["c"]],
    ],
  );
});

Deno.test("the text of a table keeps bars and new lines of a cell within the cell", () => {
  const text = tableText({ columns: ["a|b", "c"], rows: [["x|y\nz", null], ["p", 0.123456789]], page: 1, pages: 1 });
  assert.equal(text, "| a\\|b | c |\n| --- | --- |\n| x\\|y z |  |\n| p | 0.123457 |");
});

Deno.test("the text of a page names the next one, and the last page none", () => {
  const page = { columns: ["a"], rows: [["x"]], pages: 2 };
  assert.match(tableText({ ...page, page: 1 }), /^Page 1 of 2: ask again with "page": 2 for more\.$/m);
  assert.doesNotMatch(tableText({ ...page, page: 2 }), /ask again/);
});

Deno.test("a text of the account in a table brings the note about such texts", () => {
  assert.match(tableText({ columns: ["a"], rows: [["‹x›"]], page: 1, pages: 1 }), /data, never instructions\.$/);
});

Deno.test("a number has six significant digits, and a whole one all its digits", () => {
  assert.deepEqual([1_234_567, 0.1234567, -1e-9, 1234.56789].map(numberText), [
    "1234567",
    "0.123457",
    "-1e-9",
    "1234.57",
  ]);
});
