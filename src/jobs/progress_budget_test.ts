import assert from "node:assert/strict";
import { ProgressBudget } from "./progress_budget.ts";

const PERIOD_MS = 500;

/** Test helper. Returns the writes of each of a number of jobs that always have progress to write, in ten seconds. */
function writesOf(jobs: number): readonly number[] {
  const budget = new ProgressBudget(PERIOD_MS);
  const all = Array.from({ length: jobs }, () => ({ writes: 0 }));
  for (let now = 0; now < 10_000; now += 100) {
    for (const job of all) if (budget.take(job, now)) job.writes++;
  }
  return all.map(({ writes }) => writes);
}

Deno.test("the writes of progress of a process do not grow with its jobs, and are shared by them alike", () => {
  for (const jobs of [1, 4, 16, 64]) {
    const writes = writesOf(jobs), sum = writes.reduce((total, count) => total + count, 0);
    assert.ok(sum >= 38 && sum <= 44, `${sum} writes of ${jobs} jobs`);
    assert.ok(Math.max(...writes) - Math.min(...writes) <= 1, writes.join(" "));
  }
});

Deno.test("a job that ends while it waits for its turn delays no other", () => {
  const budget = new ProgressBudget(PERIOD_MS), ended = {}, others = [{}, {}, {}, {}];
  for (const job of others) assert.ok(budget.take(job, 0));
  assert.ok(!budget.take(ended, 0));
  assert.ok(!budget.take(others[0], 0));
  budget.leave(ended);
  assert.ok(budget.take(others[0], PERIOD_MS / 2));
});
