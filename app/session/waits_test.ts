import assert from "node:assert/strict";
import { isAnswerLate, watched } from "./waits.ts";

Deno.test("an answer that takes longer than usual is told until it is there or refused, a quick one never", async () => {
  const told: boolean[] = [], leave = isAnswerLate.subscribe((isLate) => told.push(isLate));
  assert.equal(await watched(Promise.resolve("quick"), 5), "quick");
  const slow = Promise.withResolvers<string>(), slower = Promise.withResolvers<string>();
  const both = [watched(slow.promise, 5), watched(slower.promise, 5)] as const;
  const refused = assert.rejects(both[1], /broken off/);
  while (!isAnswerLate.value) await new Promise((resolve) => setTimeout(resolve, 1));
  slow.resolve("slow");
  assert.equal(await both[0], "slow");
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(isAnswerLate.value, true);
  slower.reject(new Error("broken off"));
  await refused;
  leave();
  assert.deepEqual(told, [false, true, false]);
});
