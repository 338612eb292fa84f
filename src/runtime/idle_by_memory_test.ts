import assert from "node:assert/strict";
import { CROWDED_BYTES, idleByMemory } from "./idle_by_memory.ts";

Deno.test("a worker may be idle for its usual time, and hardly at all while the process holds much memory", () => {
  let bytes = CROWDED_BYTES;
  const idleMs = idleByMemory(30_000, () => bytes);
  assert.equal(idleMs(), 30_000);
  bytes++;
  assert.equal(idleMs(), 200);
  assert.equal(idleByMemory(50, () => bytes)(), 50);
});
