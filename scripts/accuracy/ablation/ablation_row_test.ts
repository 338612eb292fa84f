import assert from "node:assert/strict";
import { ablationRow } from "./ablation_row.ts";
import type { SolvedSeed } from "./solved_seed.ts";

function solved(status: string, value: number | null, milliseconds: number): SolvedSeed {
  return { seed: 1, method: "min_cvar", status, value, milliseconds, asked: milliseconds < 2 ? [] : ["a"] };
}

Deno.test("an ablation tells verdicts that are lost, gained and contradicted, the largest difference and the time", () => {
  const whole = [
    solved("optimal", 1, 2),
    solved("optimal", 2, 2),
    solved("not_proven", null, 4),
    solved("infeasible", null, 0.5),
    solved("optimal", 3, 1.5),
  ];
  const without = [
    solved("optimal", 1.01, 4),
    solved("not_proven", 2, 2),
    solved("optimal", 5, 4),
    solved("optimal", 1, 10),
    solved("thrown: no way", null, 0),
  ];
  const { difference, ...row } = ablationRow({ id: "a", kind: "mend" }, { whole, without });
  assert.ok(Math.abs(difference - 0.01 / 1.01) < 1e-15);
  assert.deepEqual(row, { id: "a", kind: "mend", asked: 3, lost: 2, gained: 1, contradicted: 2, time: 2, slowest: 2 });
});

Deno.test("two optima that are rounding of 0 do not differ", () => {
  const whole = [solved("optimal", 2.6e-18, 2)], without = [solved("optimal", 1.3e-18, 2)];
  assert.ok(ablationRow({ id: "a", kind: "way" }, { whole, without }).difference < 1e-5);
});
