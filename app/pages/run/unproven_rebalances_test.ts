import assert from "node:assert/strict";
import { unprovenRebalances } from "./unproven_rebalances.ts";

const PROVEN = {
  date: "2025-01-01",
  weights: { A: 1 },
  turnover: 0,
  cost: 0,
  status: "optimal",
  detail: null,
} as const;
const FORMULA = { ...PROVEN, status: "computed" } as const;
const NONE = { ...PROVEN, date: "2025-02-01", status: "infeasible", detail: "The portfolio stays in cash" } as const;
const LATER = { ...NONE, date: "2025-03-01", status: "not_proven" } as const;

Deno.test("a method without proven weights at some rebalances is told, with the first of them, and no other", () => {
  const methods = [
    { key: "proven", rebalances: [PROVEN, FORMULA] },
    { key: "never", rebalances: [NONE, LATER] },
    { key: "once", rebalances: [PROVEN, NONE, FORMULA] },
    { key: "empty", rebalances: [] },
  ];
  assert.deepEqual(unprovenRebalances(methods), [
    { key: "never", count: 2, total: 2, first: NONE },
    { key: "once", count: 1, total: 3, first: NONE },
  ]);
});
