import assert from "node:assert/strict";
import type { Progress } from "../computations/computation.ts";
import { ToldProgress } from "./told_progress.ts";

function watched(): { told: ToldProgress; heard: Progress[]; wait(ms: number): void } {
  const heard: Progress[] = [];
  let now = 0;
  return { told: new ToldProgress((progress) => heard.push(progress), () => now), heard, wait: (ms) => now += ms };
}

Deno.test("progress that a computation reports is passed on at once and unchanged", () => {
  const { told, heard } = watched();
  told.say({ phase: "rules", fraction: 0, until: 0.25 });
  told.say({ phase: "estimates", fraction: 0.25 });
  assert.deepEqual(heard, [{ phase: "rules", fraction: 0 }, { phase: "estimates", fraction: 0.25 }]);
});

Deno.test("in a long phase progress is estimated twice a second, always rising and below the start of the next phase", () => {
  const { told, heard, wait } = watched();
  told.say({ phase: "min_edar", fraction: 0.2, until: 0.6 });
  for (let look = 0; look < 6_000; look++) {
    wait(10);
    told.look();
  }
  assert.equal(heard.length, 1 + 120);
  for (let k = 1; k < heard.length; k++) assert.ok(heard[k].fraction > heard[k - 1].fraction, String(k));
  assert.ok(heard.every(({ phase, fraction }) => phase === "min_edar" && fraction < 0.6));
  assert.ok(Math.abs(heard[20].fraction - 0.4) < 1e-12, "half of it after ten seconds");
});

Deno.test("a phase without a known end is reported again with its last progress", () => {
  const { told, heard, wait } = watched();
  told.say({ phase: "simulating", fraction: 0.3 });
  wait(700);
  told.look();
  assert.deepEqual(heard, [{ phase: "simulating", fraction: 0.3 }, { phase: "simulating", fraction: 0.3 }]);
});

Deno.test("no progress is passed on before a computation reports any, or after its end", () => {
  const { told, heard, wait } = watched();
  wait(700);
  told.look();
  told.say({ phase: "rules", fraction: 0 });
  told.end();
  wait(700);
  told.look();
  assert.equal(heard.length, 1);
});
