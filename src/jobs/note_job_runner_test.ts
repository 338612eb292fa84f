import assert from "node:assert/strict";
import { withStore } from "../../tests/support/temporary_store.ts";
import { until } from "../../tests/support/until.ts";
import { type NotedJobRunner, noteJobRunner } from "./note_job_runner.ts";

Deno.test("a process notes itself with its bound at once, and deletes its note when it stops", () =>
  withStore(async ({ store, random, clock }) => {
    const stopping = new AbortController();
    const noting = noteJobRunner(process({ jobRunners: store.jobRunners, random }), { signal: stopping.signal });
    await until(async () => (await store.jobRunners.list()).length === 1);
    const [note] = await store.jobRunners.list();
    assert.deepEqual([note?.workLimit, note?.notedAt], [7_000, clock.nowMs]);
    stopping.abort();
    await noting;
    assert.deepEqual(await store.jobRunners.list(), []);
  }));

Deno.test("a process that cannot reach the store logs it once a note, and stops all the same", () =>
  withStore(async ({ random }) => {
    const reasons: unknown[] = [];
    const fail = (): Promise<never> => Promise.reject(new Error("away"));
    const jobRunners = { note: fail, forget: fail, list: fail };
    const stopping = new AbortController();
    const noting = noteJobRunner(process({ jobRunners, random, reasons }), { signal: stopping.signal });
    await until(() => reasons.length === 1);
    stopping.abort();
    await noting;
    assert.deepEqual(reasons, ["away"]);
  }));

function process(
  { reasons = [], ...given }: Pick<NotedJobRunner, "jobRunners" | "random"> & { reasons?: unknown[] },
): NotedJobRunner {
  const ignored = (): void => {};
  const log = {
    debug: ignored,
    info: ignored,
    warn: (_event: string, fields?: Readonly<Record<string, unknown>>) => void reasons.push(fields?.reason),
    error: ignored,
  };
  return { ...given, log, config: { workLimit: 7_000 } };
}
