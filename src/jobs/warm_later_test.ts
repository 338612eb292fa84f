import assert from "node:assert/strict";
import { warmLater } from "./warm_later.ts";

/** Test helper. Returns a function that starts nothing, and the number of its calls. */
function counted(): { readonly warm: () => readonly Promise<void>[]; readonly calls: () => number } {
  let count = 0;
  return { warm: () => [Promise.resolve(void count++)], calls: () => count };
}

Deno.test("workers start once the delay is over, and not before", async () => {
  const { warm, calls } = counted();
  const warming = warmLater(warm, { delayMs: 20, signal: new AbortController().signal });
  assert.equal(calls(), 0);
  await warming;
  assert.equal(calls(), 1);
});

Deno.test("a process that ends within the delay starts no workers and does not wait for the delay", async () => {
  const { warm, calls } = counted(), stopping = new AbortController();
  const warming = warmLater(warm, { delayMs: 600_000, signal: stopping.signal });
  stopping.abort();
  await warming;
  assert.equal(calls(), 0);
});

Deno.test("without end of the delay no workers start before they have a task", async () => {
  const { warm, calls } = counted();
  await warmLater(warm, { delayMs: Infinity, signal: new AbortController().signal });
  assert.equal(calls(), 0);
});
