import assert from "node:assert/strict";
import { DomainError } from "../../src/domain/errors.ts";
import type { JobError } from "../../src/domain/job.ts";
import { presentJob } from "../../src/http/routes/jobs/job_body.ts";
import { jobEvents } from "../../src/http/routes/jobs/job_events.ts";
import { readWholeJob } from "../../src/jobs/read_whole_job.ts";
import { runningJobs, scriptedWork } from "../support/running_jobs.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { accountWithCredentials, withStore } from "../support/temporary_store.ts";
import { until } from "../support/until.ts";

Deno.test("a run with a conflict of 600 rules fails in its first attempt, keeps a small record, and shows the whole conflict", () => {
  const rules = Array.from({ length: 600 }, (_, index) => ({
    family: "group_weights",
    rule: `group ${index}`,
    detail: `The weight of "group ${index}" must be at least 0.5 ${"of all".repeat(20)}`,
  }));
  const error: JobError = {
    code: "constraints_infeasible",
    detail: "Cannot meet all the constraints together",
    conflict: { rules, minimum: true, relaxation: [], jointRelaxation: [] },
  };
  const work = scriptedWork(({ number }) => {
    if (number === 1) return error;
    throw new DomainError("constraints_infeasible", error.detail, error);
  });
  return withStore(async ({ store, clock }) => {
    const account = (await accountWithCredentials(store)).account.id;
    const runner = runningJobs(store, { work: [work], clock });
    for (const way of ["computed", "thrown"]) {
      const { id } = await submittedJob(store, account);
      await until(async () => (await store.jobs.get(account, id)).finishedAt !== null, "the run");
      const done = await store.jobs.get(account, id);
      assert.deepEqual([done.status, done.attempt], ["failed", 1], way);
      assert.ok(JSON.stringify(done).length < 16_384);
      assert.deepEqual((await readWholeJob(store, account, done.id)).error, error, way);
      const event = await jobEvents(store, account, done.id)();
      const conflict = { rules, minimum: true, relaxation: [], joint_relaxation: [] };
      assert.deepEqual(JSON.parse(event?.data ?? "").error, { ...error, conflict }, way);
      await store.jobs.delete(account, done.id);
    }
    await runner.stop();
  });
});

Deno.test("a job with a conflict of 5,000 rules is answered in at most 256 KiB, ending with the count of omitted rules", () => {
  const rules = Array.from({ length: 5_000 }, (_, index) => {
    return { family: "group_weights", rule: `group ${index}`, detail: "Must be at least 0.5 ".repeat(6) };
  });
  const detail = "Cannot meet all the constraints together";
  const work = scriptedWork(() => ({ code: "constraints_infeasible", detail, conflict: { rules, minimum: true } }));
  return withStore(async ({ store, clock }) => {
    const account = (await accountWithCredentials(store)).account.id;
    const runner = runningJobs(store, { work: [work], clock });
    const { id } = await submittedJob(store, account);
    await until(async () => (await store.jobs.get(account, id)).finishedAt !== null, "the run");
    await runner.stop();
    const shown = JSON.stringify(presentJob(await readWholeJob(store, account, id)));
    assert.ok(new TextEncoder().encode(shown).length < 256 * 1_024, `${shown.length} characters`);
    const told = JSON.parse(shown).error.conflict.rules;
    assert.equal(told.at(-1).detail, `Cannot list ${5_001 - told.length} more rules`);
  });
});
