import assert from "node:assert/strict";
import { allocationTable } from "./allocation_table.ts";

const allocation = {
  shares: { A: 10, B: -2.5, C: 0 },
  invested: 9_500,
  cash: 500.25,
  weights: { A: 1.1, B: -0.15, C: 0 },
  currency: "INR",
  gap: 0,
} as const;

Deno.test("the allocation table shows shares, wanted and held weights, cash, and whether other lots may be closer", () => {
  assert.equal(
    allocationTable([{ key: "min_cvar", weights: { A: 1.12, B: -0.14, C: 0.02 }, allocation }]),
    [
      "lots of min_cvar  shares    wanted      held",
      "A                     10  112.00 %  110.00 %",
      "B                   -2.5  -14.00 %  -15.00 %",
      "C                      0    2.00 %    0.00 %",
      "invested 9,500 INR, cash 500.3 INR; no other lots are closer",
      "",
    ].join("\n"),
  );
  assert.match(
    allocationTable([{ key: "m", weights: {}, allocation: { ...allocation, gap: 2e-6 } }]),
    /2.00 millionths/,
  );
});

Deno.test("the allocation table is empty for a method without an allocation", () => {
  assert.equal(allocationTable([{ key: "a", weights: null, allocation: null }]), "");
});
