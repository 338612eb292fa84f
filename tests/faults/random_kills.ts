/**
 * Tests that random kills of processes lose no work. A service, a job runner and operator commands are killed while
 * runs are submitted, chained to simulations, computed, cancelled and deleted, accounts are deleted and keys rotated.
 * Run by `deno task test:kills`; the environment variables KILL_ROUNDS and KILL_SEED are optional.
 */
import assert from "node:assert/strict";
import { HOUR_MS } from "../../src/domain/instant.ts";
import type { AccountId } from "../../src/domain/identifier.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import type { JobRecord } from "../../src/store/job_record.ts";
import { keys } from "../../src/store/keys.ts";
import { encodedKv } from "../../src/store/encoded_kv.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { chunkSetsIn } from "../support/chunk_sets_in.ts";
import { freePort } from "../support/free_port.ts";
import { personOfProcess } from "../support/person_of_process.ts";
import { type ServiceProcess, startAdminProcess, startServiceProcess } from "../support/service_process.ts";
import { pricesBody } from "../support/submission.ts";
import { submittedJob } from "../support/submitted_job.ts";
import { signUpOf, sourceOfChance } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

const ROUNDS = Number(Deno.env.get("KILL_ROUNDS") ?? 300);
const SEED = Number(Deno.env.get("KILL_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
/**
 * Number of random actions, such as submissions and deletions, that the test starts in each round, before it kills
 * processes.
 */
const BEGUN_A_ROUND = 3;
const LONGEST_WAIT_MS = 600;
const LONGEST_COMMAND_MS = 1_500;
/**
 * Allowed ends of jobs, as the status and the error code. A job whose process was killed in its third attempt fails
 * with `worker_lost`, because this test caused the kills.
 */
const MAY_END_AS = ["succeeded", "cancelled", "failed: worker_lost"];

Deno.test(`${ROUNDS} kills at random lose nothing, do nothing twice, and leave nothing behind (KILL_SEED=${SEED})`, async () => {
  await using folder = await temporaryFolder();
  await using victims = await startVictims(folder.path);
  const random = randomOf(SEED);
  const tally = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const begun = Array.from({ length: BEGUN_A_ROUND }, () => victims.act(random));
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_WAIT_MS));
    const killed = (["service", "runner", "both"] as const)[Math.floor(random() * 3)];
    tally.set(killed, (tally.get(killed) ?? 0) + 1);
    await victims.kill(killed);
    await Promise.all(begun);
  }
  await victims.stop();
  const found = await looked(folder.path, victims);
  // deno-lint-ignore no-console
  console.log(JSON.stringify({ seed: SEED, killed: Object.fromEntries(tally), ...found }));
});

interface Victims extends AsyncDisposable {
  /** Ids of the test's accepted runs by the idempotency key of their submission. */
  readonly runs: ReadonlyMap<string, string>;
  /** Ids of the test's runs that start a simulation when they succeed. */
  readonly chaining: ReadonlySet<string>;
  /**
   * Ids of the test's runs whose deletion the service carried out, or that it did not find when it was asked to delete
   * them.
   */
  readonly deleted: ReadonlySet<string>;
  readonly endedAccounts: readonly AccountId[];
  /**
   * Test helper. Starts a random action. Resolves when the action is done, however often its process was killed
   * meanwhile.
   */
  act(random: () => number): Promise<void>;
  kill(which: "service" | "runner" | "both"): Promise<void>;
  /** Test helper. Waits until all work has ended, then stops the processes. */
  stop(): Promise<void>;
}

async function startVictims(dataDir: string): Promise<Victims> {
  const port = freePort();
  const settings = { DATA_DIR: dataDir, RATE_LIMITS: "off", DEFAULT_PLAN: "enterprise", WORKERS: "1" };
  const start = async (args: readonly string[]): Promise<ServiceProcess> => {
    const process = startServiceProcess({ ...settings, HTTPS_PORT: String(port) }, args);
    await process.printed(/ started /);
    return process;
  };
  const processes = { service: await start([]), runner: await start(["work"]) };
  const person = await personOfProcess(processes.service, { port, dataDir });
  const store = await storeOf(dataDir);
  const runs = new Map<string, string>();
  const [chaining, deleted] = [new Set<string>(), new Set<string>()];
  const endedAccounts: AccountId[] = [];

  let guests = 0;

  /** Test helper. Repeats a request until the service answers it with a status other than 503. Returns that answer. */
  const answered = async (path: string, init: { method: string; body?: string; headers?: Record<string, string> }) => {
    const isJson = { "content-type": "application/json" };
    for (;;) {
      try {
        const response = await person.fetchSignedIn(path, { ...init, headers: { ...isJson, ...init.headers } });
        const text = await response.text();
        if (response.status !== 503) return { status: response.status, text };
      } catch (error) {
        // A TypeError means that the process was killed during the request.
        if (!(error instanceof TypeError)) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const submit = async (random: () => number): Promise<void> => {
    const key = `key-${runs.size}-${Math.floor(random() * 1e9)}`;
    const [assets, rows] = random() < 0.1 ? [120, 600] : [3, 80];
    const walk = random() < 0.3 ? { rolling_backtest: { train_window: 40, rebalance_every: 5 } } : {};
    const chain = random() < 0.3 ? { monte_carlo: { paths: 200 } } : {};
    const body = JSON.stringify({ ...pricesBody(assets, rows), ...walk, ...chain, seed: runs.size });
    const headers = { "idempotency-key": key };
    for (let again = 0; again < 2; again++) {
      const { status, text } = await answered("/jobs", { method: "POST", body, headers });
      assert.equal(status, 202, text);
      const { run_id: runId } = JSON.parse(text);
      assert.equal(runs.get(key) ?? runId, runId, "the same key made two runs");
      runs.set(key, runId);
      if ("monte_carlo" in chain) chaining.add(runId);
    }
  };
  const child = async (random: () => number): Promise<void> => {
    const body = JSON.stringify({ train_window: 40, rebalance_every: 10 });
    const { status, text } = await answered(`/runs/${some(runs, random)}/backtest`, { method: "POST", body });
    assert.ok([202, 404, 409, 422].includes(status), text);
  };
  const cancel = async (random: () => number): Promise<void> => {
    const { status, text } = await answered(`/jobs/${some(runs, random)}/cancel`, { method: "POST" });
    assert.ok([200, 202, 404, 409].includes(status), text);
  };
  const remove = async (random: () => number): Promise<void> => {
    const runId = some(runs, random);
    const { status, text } = await answered(`/jobs/${runId}`, { method: "DELETE" });
    assert.ok([204, 404, 409].includes(status), text);
    if (status !== 409) deleted.add(runId);
  };
  /** Test helper. Runs an operator command, which is sometimes killed, and returns whether it succeeded. */
  const isCarriedOut = async (random: () => number, words: readonly string[]): Promise<boolean> => {
    const process = startAdminProcess(settings, words);
    const ended = process.ended();
    const killedAfterMs = random() < 0.5 ? random() * LONGEST_COMMAND_MS : null;
    if (killedAfterMs !== null) {
      const time = new Promise<"time">((resolve) => setTimeout(() => resolve("time"), killedAfterMs));
      if (await Promise.race([ended, time]) === "time") process.kill("SIGKILL");
    }
    return (await ended).code === 0;
  };
  const endAccount = async (random: () => number): Promise<void> => {
    const email = `guest-${++guests}@example.com`;
    const { account } = await store.accounts.signUp(signUpOf(email));
    endedAccounts.push(account.id);
    const config = new TextEncoder().encode(JSON.stringify(pricesBody(3, 80)));
    await submittedJob(store, account.id, {}, { config });
    // A command that was killed after its commit finds no account when it is repeated, so the store decides whether it
    // is done.
    const isGone = async (): Promise<boolean> => await store.accounts.find(account.id) === null;
    while (!await isGone()) await isCarriedOut(random, ["delete-account", email]);
  };
  const rotate = async (random: () => number): Promise<void> => {
    for (let isDone = false; !isDone;) isDone = await isCarriedOut(random, ["rotate-keys"]);
  };
  const kinds = [submit, submit, submit, submit, child, child, cancel, remove, endAccount, rotate];
  const killOne = async (name: "service" | "runner"): Promise<void> => {
    processes[name].kill("SIGKILL");
    await processes[name].ended();
  };
  return {
    runs,
    chaining,
    deleted,
    endedAccounts,
    async act(random) {
      const kind = runs.size === 0 ? submit : kinds[Math.floor(random() * kinds.length)];
      await kind(random);
    },
    async kill(which) {
      const names = which === "both" ? ["service", "runner"] as const : [which];
      await Promise.all(names.map(killOne));
      for (const name of names) processes[name] = await start(name === "service" ? [] : ["work"]);
    },
    async stop() {
      const owner = await ownerOf(store);
      const inFlight = async () => (await store.jobs.listActive(owner, { limit: 1, cursor: null })).items;
      await until(async () => (await inFlight()).length === 0, "every job to end");
      for (const process of [processes.runner, processes.service]) {
        process.kill("SIGTERM");
        assert.equal((await process.ended()).code, 0);
      }
    },
    async [Symbol.asyncDispose]() {
      person[Symbol.dispose]();
      store.close();
      await Promise.all([processes.service, processes.runner].map((process) => process[Symbol.asyncDispose]()));
    },
  };
}

function storeOf(dataDir: string, aheadMs = 0): Promise<Store> {
  const clock = { now: () => Date.now() + aheadMs };
  return openStore({ path: `${dataDir}/kv.sqlite3`, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
}

async function ownerOf(store: Store): Promise<AccountId> {
  const member = await store.accounts.findByEmail("ada@example.com");
  assert.ok(member !== null);
  return member.account.id;
}

function some(runs: ReadonlyMap<string, string>, random: () => number): string {
  const ids = [...runs.values()];
  return ids[Math.floor(random() * ids.length)];
}

/**
 * Asserts that the store agrees with the answers that the service gave, after two sweeps with the clock 3 and 6 hours
 * ahead. Returns counts of runs, deletions and outcomes for the log.
 */
async function looked(
  dataDir: string,
  { runs, chaining, deleted, endedAccounts }: Victims,
): Promise<Record<string, unknown>> {
  const store = await storeOf(dataDir, 3 * HOUR_MS);
  const later = await storeOf(dataDir, 6 * HOUR_MS);
  const raw = await Deno.openKv(`${dataDir}/kv.sqlite3`);
  try {
    await store.maintenance.sweep();
    await later.maintenance.sweep();
    const kv = encodedKv(raw);
    const owner = await ownerOf(store);
    const records: JobRecord[] = [];
    const named = new Set<string>();
    for await (const { key, value } of kv.list<JobRecord>({ prefix: keys.owned(owner) })) {
      if (key[2] === "jobs") records.push(value);
      for (const id of chunkSetsIn(value)) named.add(id);
    }
    const left: Deno.KvKey[] = [];
    for await (const { key } of kv.list({ prefix: [] })) left.push(key);
    const stuck = left.filter((key) =>
      /leased_jobs|queued_jobs|active_|unadopted|job_deletions/.test(JSON.stringify(key))
    );
    assert.deepEqual(stuck, []);
    const chunks = new Set(left.filter((key) => key[2] === "chunks").map((key) => String(key[3])));
    assert.deepEqual(chunks, named, "chunks that no record names, or names of chunks that are gone");
    for (const id of endedAccounts) {
      assert.deepEqual(left.filter((key) => JSON.stringify(key).includes(id) && key[0] !== "security_events"), []);
    }
    const ends = new Map<string, number>();
    for (const { kind, status, error } of records) {
      const end = error === null ? status : `${status}: ${error.code}`;
      assert.ok(MAY_END_AS.includes(end), `a ${kind} ended as ${end}`);
      ends.set(`${kind} ${end}`, (ends.get(`${kind} ${end}`) ?? 0) + 1);
    }
    const ids = new Set<string>(records.map(({ id }) => id));
    const lost = [...runs.values()].filter((id) => !ids.has(id) && !deleted.has(id));
    assert.deepEqual(lost, [], "accepted runs that are gone");
    const known = new Set(runs.values());
    const doubled = records.filter(({ id, kind }) => kind === "optimization" && !known.has(id)).map(({ id }) => id);
    assert.deepEqual(doubled, [], "runs that nobody was told of");
    const [metered] = await store.meters.usage(owner);
    assert.equal(metered.used, known.size, "runs that were metered");
    const { computedAt: _, ...kept } = await store.dashboards.get(owner);
    const { computedAt: __, ...computed } = await store.dashboards.refresh(owner);
    assert.deepEqual(kept, computed, "the dashboard that is kept");
    assert.equal(kept.runs.total, records.filter(({ kind }) => kind === "optimization").length);
    for (const { id, kind, status } of records) {
      if (status !== "succeeded") continue;
      const files = (await store.artifacts.list(owner, id)).map(({ name }) => name);
      assert.equal(new Set(files).size, files.length, `files of ${id} twice`);
      if (kind !== "optimization") continue;
      assert.ok(files.includes("result.json"), `${id} has no result`);
      const simulations = records.filter((other) => other.kind === "monte_carlo" && other.parentRunId === id);
      assert.equal(simulations.length, chaining.has(id) ? 1 : 0, `simulations of ${id}`);
    }
    return {
      runs: known.size,
      deleted: deleted.size,
      ended_accounts: endedAccounts.length,
      ends: Object.fromEntries(ends),
    };
  } finally {
    raw.close();
    store.close();
    later.close();
  }
}

/** Returns a generator of random numbers in [0, 1) that is the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
