import assert from "node:assert/strict";
import { Stopwatch } from "./stopwatch.ts";

Deno.test("a stopwatch leaves the warm-up out of its times", () => {
  const stopwatch = new Stopwatch({ warmUpMs: 10, leastRuns: 1, leastMs: 0 });
  for (const elapsed of [6, 6, 1]) stopwatch.add(elapsed);
  assert.deepEqual(stopwatch.summary(), { median_ms: 1, min_ms: 1, max_ms: 1, runs: 1 });
});

Deno.test("the median of a stopwatch is the middle duration, or the mean of the two in the middle", () => {
  const medianOf = (durations: readonly number[]): number => {
    const stopwatch = new Stopwatch({ warmUpMs: 0 });
    stopwatch.add(100);
    for (const elapsed of durations) stopwatch.add(elapsed);
    return stopwatch.summary().median_ms;
  };
  assert.equal(medianOf([9, 1, 4]), 4);
  assert.equal(medianOf([9, 1, 4, 6]), 5);
});

Deno.test("a stopwatch wants more runs until there are enough and they have lasted long enough", () => {
  const stopwatch = new Stopwatch({ warmUpMs: 0, leastRuns: 2, leastMs: 30 });
  const wanted = [0, 10, 10, 10].map((elapsed) => {
    stopwatch.add(elapsed);
    return stopwatch.wantsMore();
  });
  assert.deepEqual(wanted, [true, true, true, false]);
});

Deno.test("a stopwatch that measured nothing has no summary", () => {
  assert.throws(() => new Stopwatch().summary(), RangeError);
});
