import assert from "node:assert/strict";
import { pausedWorkers } from "../../tests/support/paused_workers.ts";
import { PATIENT_PREFLIGHTS, pricesBody } from "../../tests/support/submission.ts";
import { DomainError } from "../domain/errors.ts";
import type { DoubtedJob } from "../computations/doubts_of_job.ts";
import type { Computations } from "../computations/mod.ts";
import { type PreflightConfig, PreflightQueue, type PreflightWorkers } from "./preflight_queue.ts";
import { WorkerPool } from "./worker_pool.ts";

const BODY = pricesBody(3, 40);
const CHECKED = checkedRun(BODY);
const paused = () =>
  pausedWorkers((inputs: PreflightConfig | DoubtedJob) => "read" in inputs ? nameIn(inputs) : undefined, null);
const { signal: OPEN } = new AbortController();

Deno.test("accounts take turns, so that many preflights of one account delay another account by only one", async () => {
  const workers = paused();
  const queue = new PreflightQueue(workers);
  const of = (account: string, name: string): Promise<boolean> =>
    queue.run(account, checkedRun({ ...BODY, name }), OPEN);
  const all = [of("a", "a1"), of("a", "a2"), of("a", "a3"), of("b", "b1"), of("c", "c1")];
  for (let done = 0; done < all.length; done++) await workers.finish();
  assert.deepEqual(await Promise.all(all), all.map(() => true));
  assert.deepEqual(workers.begun, ["a1", "b1", "c1", "a2", "a3"]);
});

Deno.test("a preflight beyond the waiting limit of its account, or of all accounts, is skipped at once", async () => {
  const workers = paused();
  const queue = new PreflightQueue(workers, { ofAccount: 2, inAll: 3 });
  const first = queue.run("a", CHECKED, OPEN);
  const waiting = [queue.run("a", CHECKED, OPEN), queue.run("a", CHECKED, OPEN)];
  assert.equal(await queue.run("a", CHECKED, OPEN), false);
  const other = queue.run("b", CHECKED, OPEN);
  assert.equal(await queue.run("c", CHECKED, OPEN), false);
  for (let done = 0; done < 4; done++) await workers.finish();
  assert.deepEqual(await Promise.all([first, ...waiting, other]), [true, true, true, true]);
});

Deno.test("a preflight that computes for too long is abandoned and its worker stopped, and the next one is computed", async () => {
  const pool = new WorkerPool<Computations>({ workers: 1 });
  try {
    const queue = new PreflightQueue(pool, { computingMs: 1 });
    assert.equal(await queue.run("a", hardRun(), OPEN), false);
    const patient = new PreflightQueue(pool, PATIENT_PREFLIGHTS);
    await assert.rejects(
      patient.run("b", checkedRun({ ...BODY, constraints: { weight_bounds: { max: 0.2 } } }), OPEN),
      (error) => error instanceof DomainError && error.code === "constraints_infeasible",
    );
  } finally {
    pool.close();
  }
});

Deno.test("a preflight that waits for too long is abandoned and never computed", async () => {
  const workers = paused();
  const queue = new PreflightQueue(workers, { waitingMs: 1, computingMs: 60_000 });
  const first = queue.run("a", checkedRun({ ...BODY, name: "first" }), OPEN);
  assert.equal(await queue.run("b", checkedRun({ ...BODY, name: "late" }), OPEN), false);
  await workers.finish();
  assert.equal(await first, true);
  assert.deepEqual(workers.begun, ["first"]);
});

Deno.test("a preflight whose client disconnects rejects with the reason, whether it waits or computes", async () => {
  const workers = paused();
  const queue = new PreflightQueue(workers);
  const gone = new Error("gone");
  const [computing, waiting] = [new AbortController(), new AbortController()];
  const first = assert.rejects(queue.run("a", CHECKED, computing.signal), gone);
  const second = assert.rejects(queue.run("b", CHECKED, waiting.signal), gone);
  while (workers.begun.length === 0) await Promise.resolve();
  waiting.abort(gone);
  computing.abort(gone);
  await Promise.all([first, second]);
  await assert.rejects(queue.run("a", CHECKED, AbortSignal.abort(gone)), gone);
  assert.equal(workers.begun.length, 1);
});

Deno.test("a preflight whose worker is lost does not refuse its request", async () => {
  const workers: PreflightWorkers = {
    warm: () => Promise.resolve(),
    run: () => Promise.reject(new DomainError("worker_lost", "It crashed")),
  };
  assert.equal(await new PreflightQueue(workers).run("a", CHECKED, OPEN), false);
});

/**
 * Test helper. Returns a run with hundreds of linear constraints that are narrowly infeasible together, so that its
 * preflight takes long.
 */
function hardRun(): PreflightConfig {
  const body = pricesBody(200, 3);
  const assets = Array.from({ length: 200 }, (_, i) => `ASSET${i}`);
  const linear = Array.from({ length: 300 }, (_, k) => ({
    name: `rule ${k}`,
    coefficients: Object.fromEntries(
      assets.filter((_, i) => (Math.imul((i + 1) * (k + 3), 2_654_435_761) >>> 7) % 3 === 0).map((name) => [name, 1]),
    ),
    min: 0.4,
  }));
  return checkedRun({ ...body, constraints: { linear } });
}

/** Test helper. Returns a run to check, as the bytes of its config. */
function checkedRun(body: unknown): PreflightConfig {
  return { config: new TextEncoder().encode(JSON.stringify(body)), read: null };
}

/** Test helper. Returns the name in the config of a run to check. */
function nameIn({ config }: PreflightConfig): string | undefined {
  return JSON.parse(new TextDecoder().decode(config)).name;
}
