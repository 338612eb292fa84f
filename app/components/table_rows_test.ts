import assert from "node:assert/strict";
import { type Column, sortedRows, tableText } from "./table_rows.ts";

interface Row {
  readonly name: string;
  readonly weight: number | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { key: "name", title: "Asset", value: ({ name }) => name },
  { key: "weight", title: "Weight", value: ({ weight }) => weight, isNumber: true },
  { key: "buttons", title: "" },
];
const ROWS: readonly Row[] = [
  { name: "B10", weight: 0.1 },
  { name: "b9", weight: null },
  { name: "a", weight: 0.30000000000000004 },
];

Deno.test("rows sort by numbers and by texts with numbers in them, and rows without a value stand last both ways", () => {
  const names = (key: string, direction: "ascending" | "descending"): readonly string[] =>
    sortedRows(ROWS, COLUMNS, { key, direction }).map(({ name }) => name);
  assert.deepEqual(names("name", "ascending"), ["a", "b9", "B10"]);
  assert.deepEqual(names("weight", "ascending"), ["B10", "a", "b9"]);
  assert.deepEqual(names("weight", "descending"), ["a", "B10", "b9"]);
  assert.deepEqual(sortedRows(ROWS, COLUMNS, null), ROWS);
});

Deno.test("a copied table has all digits of its numbers, and no text that a spreadsheet takes for a formula", () => {
  assert.equal(
    tableText([...ROWS, { name: "=1+1\tx\ny", weight: -1 }], COLUMNS),
    "Asset\tWeight\nB10\t0.1\nb9\t\na\t0.30000000000000004\n'=1+1 x y\t-1",
  );
});

Deno.test("a column that sorts by size is copied with the signs of its numbers", () => {
  const moves: Column<Row> = {
    key: "move",
    title: "Move",
    value: ({ weight }) => weight,
    order: ({ weight }) => weight === null ? null : Math.abs(weight),
  };
  const rows = [{ name: "A", weight: 0.1 }, { name: "B", weight: null }, { name: "C", weight: -0.3 }];
  const sorted = sortedRows(rows, [moves], { key: "move", direction: "descending" });
  assert.deepEqual(sorted.map(({ name }) => name), ["C", "A", "B"]);
  assert.equal(tableText(sorted, [moves]), "Move\n-0.3\n0.1\n");
});
