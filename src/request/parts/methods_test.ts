import assert from "node:assert/strict";
import { countedReads } from "../../../tests/support/counted_reads.ts";
import { FaultList } from "../../faults/fault_list.ts";
import { readMethods } from "./methods.ts";

function pointersOf(entries: readonly unknown[]): readonly string[] {
  const faults = new FaultList();
  readMethods(entries, faults);
  return faults.told.map(({ pointer }) => pointer);
}

Deno.test("the key of each method is read equally often, however many methods there are", () => {
  const readsOf = (count: number): number => {
    const entries = Array.from({ length: count }, (_, i) => ({ method: "equal_weight", key: `key ${i}` }));
    const { items, reads } = countedReads(entries, "key");
    assert.deepEqual(pointersOf(items), []);
    return reads() / count;
  };
  assert.equal(readsOf(1_000), readsOf(20));
});

Deno.test("a duplicate key is refused at the later of two methods, or at the one that does not have it by default", () => {
  const keyed = (key: string) => ({ method: "equal_weight", key });
  assert.deepEqual(pointersOf([keyed("a"), keyed("b"), keyed("a"), keyed("a")]), ["/methods/2/key", "/methods/3/key"]);
  assert.deepEqual(pointersOf([keyed("hold"), "equal_weight", "equal_weight", keyed("equal_weight_2")]), [
    "/methods/3/key",
  ]);
  assert.deepEqual(pointersOf([keyed("equal_weight"), "equal_weight"]), ["/methods/0/key"]);
});
