import assert from "node:assert/strict";
import { submittedJob } from "../../tests/support/submitted_job.ts";
import { accountWithCredentials, type TemporaryStore, withStore } from "../../tests/support/temporary_store.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { INFRASTRUCTURE_FAILURES_AT_MOST, type JobError } from "../domain/job.ts";
import type { Lease } from "./lease.ts";
import type { Store } from "./open_store.ts";

const LOST: JobError = { code: "worker_lost", detail: "The process that computed it ended unexpectedly" };
const PDF = { name: "report_full.pdf", mediaType: "application/pdf", content: new Uint8Array(70_000).fill(7) };

Deno.test("50 simultaneous requests for a report make one job, and the run shows the status of its full report", () =>
  withReportedRun(async ({ store }, accountId, runId) => {
    const asked = await Promise.all(
      Array.from({ length: 50 }, () => store.jobs.requestReport(accountId, runId, "full")),
    );
    assert.equal(new Set(asked.map(({ id }) => id)).size, 1);
    assert.equal(await toldStatus(store, accountId, runId), "queued");
    const lease = await claimed(store);
    assert.equal(lease.jobId, asked[0].id);
    assert.equal(await toldStatus(store, accountId, runId), "rendering");
    assert.ok(await rendered(store, lease, runId));
    assert.equal(await toldStatus(store, accountId, runId), "ready");
    assert.deepEqual((await store.artifacts.list(accountId, runId)).map(({ name }) => name), ["report_full.pdf"]);
    assert.equal((await store.jobs.requestReport(accountId, runId, "full")).status, "succeeded");
    assert.equal(await store.jobQueue.claim(null), null);
  }));

Deno.test("a summary report is a job of its own, and its failure leaves the full report absent", () =>
  withReportedRun(async ({ store }, accountId, runId) => {
    await store.jobs.requestReport(accountId, runId, "summary");
    assert.equal(await store.jobs.findReport(accountId, runId, "full"), null);
    await store.jobQueue.fail(await claimed(store), { code: "internal", detail: "It broke" });
    assert.equal((await store.jobs.findReport(accountId, runId, "summary"))?.status, "failed");
    assert.equal(await toldStatus(store, accountId, runId), "absent");
  }));

Deno.test("a report whose runner is lost in every attempt fails with the reason, and is queued again on request", () =>
  withReportedRun(async ({ store }, accountId, runId) => {
    const { id } = await store.jobs.requestReport(accountId, runId, "full");
    for (let losses = 0; losses < INFRASTRUCTURE_FAILURES_AT_MOST; losses++) {
      assert.equal(await toldStatus(store, accountId, runId), "queued");
      await claimed(store);
      for (const sighting of await store.jobQueue.leases()) await store.jobQueue.takeBack(sighting);
    }
    assert.equal(await toldStatus(store, accountId, runId), "failed");
    assert.match(
      (await store.jobs.findReport(accountId, runId, "full"))?.error?.detail ?? "",
      /the job was tried 3 times/,
    );
    const again = await store.jobs.requestReport(accountId, runId, "full");
    assert.deepEqual([again.id, again.status, again.error], [id, "queued", null]);
    await store.jobQueue.lose(await claimed(store), LOST);
    assert.equal(await toldStatus(store, accountId, runId), "queued");
    assert.ok(await rendered(store, await claimed(store), runId));
    assert.equal(await toldStatus(store, accountId, runId), "ready");
  }));

Deno.test("a run deleted while its report renders leaves nothing, and the report cannot be stored any more", () =>
  withReportedRun(async ({ store, kv }, accountId, runId) => {
    await store.jobs.requestReport(accountId, runId, "full");
    const lease = await claimed(store);
    await store.jobs.delete(accountId, runId);
    assert.equal(await rendered(store, lease, runId), false);
    await assert.rejects(store.jobs.findReport(accountId, runId, "full"), isNotFound);
    await assert.rejects(store.jobs.requestReport(accountId, runId, "full"), isNotFound);
    assert.deepEqual(await store.artifacts.list(accountId, runId), []);
    for (const prefix of [["owned", accountId, "jobs"], ["owned", accountId, "job_configs"], ["leased_jobs"]]) {
      assert.deepEqual(await Array.fromAsync(kv.list({ prefix })), []);
    }
  }));

Deno.test("deleting a run deletes its finished reports", () =>
  withReportedRun(async ({ store, kv }, accountId, runId) => {
    await store.jobs.requestReport(accountId, runId, "full");
    assert.ok(await rendered(store, await claimed(store), runId));
    await store.jobs.delete(accountId, runId);
    for (const list of ["jobs", "job_configs", "artifact_sets", "child_jobs", "jobs_with", "stored_bytes"]) {
      assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["owned", accountId, list] })), [], list);
    }
  }));

Deno.test("a report of a run that has not succeeded is refused", () =>
  withStore(async ({ store }) => {
    const { account } = await accountWithCredentials(store);
    const { id } = await submittedJob(store, account.id);
    await assert.rejects(store.jobs.requestReport(account.id, id, "full"), { code: "run_not_succeeded" });
  }));

/** Test helper. Runs a test with a succeeded run that has no files. */
async function withReportedRun(
  test: (temporary: TemporaryStore, accountId: AccountId, runId: JobId) => Promise<void>,
): Promise<void> {
  await withStore(async (temporary) => {
    const { store } = temporary;
    const { account } = await accountWithCredentials(store);
    const { id } = await submittedJob(store, account.id);
    const lease = await claimed(store);
    await store.jobQueue.beginUpload(lease);
    await store.jobQueue.succeed(lease, await store.artifacts.write(account.id, id, []));
    await test(temporary, account.id, id);
  });
}

async function claimed({ jobQueue }: Store): Promise<Lease> {
  const lease = await jobQueue.claim(null);
  assert.ok(lease);
  return lease;
}

/** Test helper. Uploads and completes a report as its runner does; returns whether the lease was still valid. */
async function rendered({ jobQueue, artifacts }: Store, lease: Lease, runId: JobId): Promise<boolean> {
  if (!await jobQueue.beginUpload(lease)) return false;
  return await jobQueue.succeed(lease, await artifacts.write(lease.accountId, runId, [PDF]));
}

async function toldStatus({ jobs }: Store, accountId: AccountId, runId: JobId): Promise<string> {
  return (await jobs.get(accountId, runId)).reportStatus;
}

function isNotFound(error: unknown): boolean {
  return error instanceof DomainError && error.code === "not_found";
}
