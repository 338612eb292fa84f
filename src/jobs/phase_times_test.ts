import assert from "node:assert/strict";
import { PhaseTimes } from "./phase_times.ts";

Deno.test("the times of phases add up over computations, and the rest of the time is a phase of its own", () => {
  const times = new PhaseTimes();
  times.add({ read: 2, align: 3.06 });
  times.addRest("load", 10);
  times.add({ read: 1, solve: 4 });
  times.addRest("other", 20);
  assert.deepEqual(times.phasesMs, { read: 3, align: 3.1, load: 4.9, solve: 4, other: 5 });
});

Deno.test("computations side by side that take longer than the time gone by leave no rest", () => {
  const times = new PhaseTimes();
  times.add({ solve: 30 });
  times.addRest("other", 20);
  assert.deepEqual(times.phasesMs, { solve: 30 });
});
