import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { csvCells } from "./csv_cells.ts";

Deno.test("cells that were written in quotes are read back, whatever they hold", () => {
  const cell = fc.string().map((text) => text.replace(/[\r\n]/g, "").trim());
  fc.assert(fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
    const line = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(",");
    assert.deepEqual(csvCells(line), cells);
  }));
});

Deno.test("blanks around a cell do not count, those within do", () => {
  assert.deepEqual(csvCells(" A , B C ,\tD,"), ["A", "B C", "D", ""]);
  assert.deepEqual(csvCells('A, "1,234.50" ,B'), ["A", "1,234.50", "B"]);
});
