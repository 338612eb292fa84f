import assert from "node:assert/strict";
import { Readiness } from "./readiness.ts";

/**
 * Test helper. Returns a readiness check, the pending answers of its store, which the test gives, and the time of its
 * stopwatch, which the test moves.
 */
function asked() {
  const answers: PromiseWithResolvers<boolean>[] = [];
  const time = { ms: 0 };
  const ask = (): Promise<boolean> => {
    answers.push(Promise.withResolvers());
    return answers[answers.length - 1].promise;
  };
  return { answers, time, readiness: new Readiness(ask, { stopwatch: () => time.ms }) };
}

Deno.test("a hundred readiness checks within a second ask the store once", async () => {
  const { answers, time, readiness } = asked();
  const waiting = Array.from({ length: 50 }, () => readiness.isReady());
  answers[0].resolve(true);
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set([true]));
  for (let i = 0; i < 50; i++) {
    time.ms = 19 * i;
    assert.equal(await readiness.isReady(), true);
  }
  assert.equal(answers.length, 1);
});

Deno.test("a readiness check after a second asks the store again and returns its new answer", async () => {
  const { answers, time, readiness } = asked();
  const first = readiness.isReady();
  answers[0].resolve(true);
  assert.equal(await first, true);
  time.ms = 1_000;
  const second = readiness.isReady();
  assert.equal(answers.length, 2);
  answers[1].resolve(false);
  assert.equal(await second, false);
});

Deno.test("a slow store is not asked for readiness again before it has answered", async () => {
  const { answers, time, readiness } = asked();
  const first = readiness.isReady();
  time.ms = 30_000;
  const second = readiness.isReady();
  assert.equal(answers.length, 1);
  answers[0].resolve(false);
  assert.deepEqual(await Promise.all([first, second]), [false, false]);
});
