import assert from "node:assert/strict";
import { wordsOfJob } from "./words_of_job.ts";

Deno.test("a backtest or a simulation in flight is neither called a run nor looked for among the runs", () => {
  for (const [kind, name] of [["backtest", "backtest"], ["monte_carlo", "simulation"]] as const) {
    const { again, cancel } = wordsOfJob(kind);
    assert.equal(cancel, `Cancel the ${name}`);
    assert.match(again, new RegExp(`find the ${name} again`));
    assert.doesNotMatch(again, /Runs/);
  }
  assert.match(wordsOfJob("optimization").again, /under Runs/);
});
