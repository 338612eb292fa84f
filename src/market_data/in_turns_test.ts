import assert from "node:assert/strict";
import { inTurns } from "./in_turns.ts";

Deno.test("work in turns lets other work run in between, and ends with the reason of its signal at the next turn", async () => {
  const stopping = new AbortController(), mapped: number[] = [];
  const items = Array.from({ length: 1_000 }, (_, index) => index);
  const work = inTurns(items, (item) => mapped.push(item), stopping.signal);
  stopping.abort(new Error("The process stops"));
  await assert.rejects(work, /The process stops/);
  assert.ok(mapped.length > 0 && mapped.length < 100, `${mapped.length}`);
  assert.deepEqual(
    await inTurns(items, (item) => 2 * item, new AbortController().signal),
    items.map((item) => 2 * item),
  );
});
