import assert from "node:assert/strict";
import { relaxationLines } from "./relaxation_lines.ts";

const bound = { family: "weight_bounds", rule: "default", limit: "max", from: 0.2, to: 0.25 } as const;
const budget = { family: "budget", rule: null, limit: "min", from: 1, to: 0.8 } as const;

Deno.test("each single change that resolves a conflict gets a line, and the joint changes get one line together", () => {
  const impossible = { ...budget, limit: "max", to: null } as const;
  const told = { rules: [], minimum: true, relaxation: [budget, impossible, bound], jointRelaxation: [bound, budget] };
  assert.deepEqual(relaxationLines(told), [
    "one change alone: budget min from 1 to 0.8",
    "one change alone: weight_bounds default max from 0.2 to 0.25",
    "together: weight_bounds default max from 0.2 to 0.25, budget min from 1 to 0.8",
  ]);
});

Deno.test("a joint relaxation equal to the single one is not repeated, and without a relaxation there is no line", () => {
  const told = { rules: [], minimum: true, relaxation: [bound], jointRelaxation: [bound] };
  assert.equal(relaxationLines(told).length, 1);
  assert.deepEqual(relaxationLines({ rules: [], minimum: false }), []);
});
