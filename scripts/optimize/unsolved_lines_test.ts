import assert from "node:assert/strict";
import { unsolvedLines } from "./unsolved_lines.ts";

Deno.test("methods with the same conflict of constraints are named together, and each conflict is printed once", () => {
  const methods = [
    { key: "a", status: "infeasible", detail: "told below" },
    { key: "b", status: "optimal", detail: null },
    { key: "c", status: "infeasible", detail: "Out of reach" },
    { key: "d", status: "infeasible", detail: "told below" },
    { key: "e", status: "infeasible", detail: "told below" },
  ] as const;
  const relaxation = [{ family: "turnover", rule: null, limit: "max", from: 0.1, to: 0.2 }] as const;
  const conflicts = [
    {
      keys: ["a", "d"],
      conflict: { rules: [{ family: "turnover", rule: null, detail: "x" }], minimum: true, relaxation },
      others: [[{ family: "linear", rule: "l", detail: "z", isGeneral: false }]],
    },
    { keys: ["e"], conflict: { rules: [{ family: "groups", rule: "g", detail: "y" }], minimum: true }, others: [] },
  ];
  assert.deepEqual(unsolvedLines({ result: { methods }, conflicts }), [
    "c is infeasible: Out of reach",
    "a, d are infeasible: No weights meet all the rules",
    "  conflict: turnover: x",
    "  conflict 2: linear l: z",
    "  one change alone: turnover max from 0.1 to 0.2",
    "e is infeasible: No weights meet all the rules",
    "  conflict: groups g: y",
  ]);
});
