import assert from "node:assert/strict";
import { driftOf } from "./drift.ts";

Deno.test("the drift is the turnover that leads back, with the assets farthest apart first, also those sold and bought", () => {
  const { turnover, rows } = driftOf({ A: 0.5, B: 0.25, C: 0.25 }, { A: 0.5, B: 0.5, D: 0 });
  assert.equal(turnover, 0.25);
  assert.deepEqual(rows.map(({ asset, drift }) => [asset, drift]), [["B", -0.25], ["C", 0.25], ["A", 0]]);
});

Deno.test("without holdings the turnover is half of all that is bought", () => {
  assert.equal(driftOf({}, { A: 0.75, B: 0.25 }).turnover, 0.5);
});
