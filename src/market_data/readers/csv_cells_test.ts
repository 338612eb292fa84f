import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { csvCells } from "./csv_cells.ts";

Deno.test("CSV cells that were written in quotes are read back, whatever they contain", () => {
  const cell = fc.string().map((text) => text.replace(/[\r\n]/g, "").trim());
  fc.assert(fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
    const line = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(",");
    assert.deepEqual(csvCells(line), cells);
  }));
});

Deno.test("blanks around a CSV cell are dropped, and those within it are kept", () => {
  assert.deepEqual(csvCells(" A , B C ,\tD,"), ["A", "B C", "D", ""]);
  assert.deepEqual(csvCells('A, "1,234.50" ,B'), ["A", "1,234.50", "B"]);
});
