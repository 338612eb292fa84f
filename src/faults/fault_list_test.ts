import assert from "node:assert/strict";
import { FaultList } from "./fault_list.ts";

Deno.test("a fault that is added to a nested list appears in the whole list under the pointer of the nested one", () => {
  const faults = new FaultList();
  faults.add("/methods", "first");
  const below = faults.within("/rolling_backtest");
  assert.equal(below.isEmpty, true);
  below.within("/benchmark").add("/weights", "second");
  assert.equal(below.isEmpty, false);
  assert.deepEqual(faults.told.map(({ pointer }) => pointer), ["/methods", "/rolling_backtest/benchmark/weights"]);
});

Deno.test("faults beyond a hundred are only counted, in whichever nested list they are added", () => {
  const faults = new FaultList();
  for (let i = 0; i < 150; i++) faults.within(`/${i % 2}`).add("", "again");
  assert.equal(faults.told.length, 101);
  assert.match(faults.told[100].detail, /50 more/);
  assert.match(faults.refusal().message, /150 faults/);
});
