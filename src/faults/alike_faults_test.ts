import assert from "node:assert/strict";
import { AlikeFaults, placeOfRow } from "./alike_faults.ts";
import { FaultList } from "./fault_list.ts";

function toldOf(count: number, cause: (row: number) => string = () => "low"): readonly (readonly string[])[] {
  const alike = new AlikeFaults(), faults = new FaultList();
  for (let row = 0; row < count; row++) {
    alike.add(cause(row), { pointer: `/prices/${row}`, detail: `Cannot use ${-row}: too low`, place: `row ${row}` });
  }
  alike.tell(faults);
  return faults.told.map(({ pointer, detail }) => [pointer, detail]);
}

Deno.test("up to three faults of one cause are told one by one", () => {
  assert.deepEqual(toldOf(0), []);
  assert.deepEqual(toldOf(3).map(([pointer]) => pointer), ["/prices/0", "/prices/1", "/prices/2"]);
});

Deno.test("more faults of one cause are one fault with their number and three places", () => {
  assert.deepEqual(toldOf(30), [
    ["/prices/0", "Cannot use 0: too low; 30 such faults, first at row 0, row 1 and row 2"],
  ]);
  assert.equal(toldOf(8, (row) => row % 2 === 0 ? "even" : "odd").length, 2);
});

Deno.test("a place is the day of a row, or its number where the day cannot be read", () => {
  assert.equal(placeOfRow(["2024-01-05", "soon"], 0), "2024-01-05");
  assert.equal(placeOfRow(["2024-01-05", "soon"], 1), "row 1");
});
