import assert from "node:assert/strict";
import { PhaseClock } from "./phase_clock.ts";

Deno.test("a phase clock adds up the time of each phase, also of one that is entered again", () => {
  let now = 100;
  const clock = new PhaseClock<"solve" | "certify">(() => now);
  assert.deepEqual(clock.phasesMs(), {});
  now = 101;
  clock.enter("solve");
  now = 102;
  now = 111;
  clock.enter("certify");
  now = 114.14;
  clock.enter("solve");
  now = 121;
  assert.deepEqual(clock.phasesMs(), { solve: 16.9, certify: 3.1 });
});
