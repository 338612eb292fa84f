import assert from "node:assert/strict";
import { writtenEntries } from "./written_entries.ts";

const written = (text: string) => writtenEntries(text).map(({ text, group }) => [text, group]);

Deno.test("pasted assets come with the groups beside them, each asset once, and alone where there are no columns", () => {
  assert.deepEqual(written("TCS\tSoftware\r\nINFY\tSoftware\nHDFCBANK\n"), [
    ["TCS", "Software"],
    ["INFY", "Software"],
    ["HDFCBANK", null],
  ]);
  assert.deepEqual(written('"TCS";"IT; services"\nTCS;Other'), [["TCS", "Other"]]);
  assert.deepEqual(written("TCS INFY\nHDFCBANK"), [["TCS", null], ["INFY", null], ["HDFCBANK", null]]);
  assert.deepEqual(written(" \n"), []);
});
