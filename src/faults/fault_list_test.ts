import assert from "node:assert/strict";
import { FaultList } from "./fault_list.ts";

Deno.test("what a list below a pointer is told stands in the list at that pointer, and counts below alone", () => {
  const faults = new FaultList();
  faults.add("/methods", "first");
  const below = faults.within("/rolling_backtest");
  assert.equal(below.isEmpty, true);
  below.within("/benchmark").add("/weights", "second");
  assert.equal(below.isEmpty, false);
  assert.deepEqual(faults.told.map(({ pointer }) => pointer), ["/methods", "/rolling_backtest/benchmark/weights"]);
});

Deno.test("faults past a hundred are counted wherever below they were told", () => {
  const faults = new FaultList();
  for (let i = 0; i < 150; i++) faults.within(`/${i % 2}`).add("", "again");
  assert.equal(faults.told.length, 101);
  assert.match(faults.told[100].detail, /50 more/);
  assert.match(faults.refusal().message, /150 faults/);
});
