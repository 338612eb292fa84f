import assert from "node:assert/strict";
import { CallTurns } from "./call_turns.ts";

const LIMIT_MS = 100;

Deno.test("calls get their turns in the order in which they came", async () => {
  const turns = new CallTurns(1), order: number[] = [];
  const call = async (number: number): Promise<void> => {
    assert.ok(await turns.take(60_000));
    order.push(number);
    await new Promise((resolve) => setTimeout(resolve));
    turns.give();
  };
  await Promise.all([0, 1, 2, 3].map(call));
  assert.deepEqual(order, [0, 1, 2, 3]);
});

Deno.test("a call behind calls that get no answer gives up at its limit, and the turn goes to the next", async () => {
  const turns = new CallTurns(1);
  await turns.take(LIMIT_MS);
  assert.equal(await turns.take(LIMIT_MS), false);
  turns.give();
  assert.equal(await turns.take(LIMIT_MS), true);
});

Deno.test("a call behind calls that are answered waits up to three times its limit, so a long line loses nobody", async () => {
  const turns = new CallTurns(1);
  await turns.take(LIMIT_MS);
  const answering = setInterval(() => turns.noteAnswer(), LIMIT_MS / 10);
  const began = performance.now(), patient = turns.take(LIMIT_MS), forgotten = turns.take(LIMIT_MS);
  setTimeout(() => turns.give(), 1.5 * LIMIT_MS);
  assert.equal(await patient, true);
  assert.equal(await forgotten, false);
  assert.ok(performance.now() - began >= 2.9 * LIMIT_MS);
  clearInterval(answering);
});
