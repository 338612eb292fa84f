/**
 * Counts the trips of a fleet to its store, and prints them as tables: those of a run's life and of routes, in a file
 * and on PostgreSQL; the conflicts of submissions at once; the time until another process starts a job; and a
 * simulation of many runners with a long queue, in which computations only take their time. Run by
 * `deno task test:queue`. `FLEET_JOBS` (1,000,000), `FLEET_ACCOUNTS` (10,000), `FLEET_RUNNERS` (100) and
 * `FLEET_SECONDS` (180) set the size of the simulation, and `FLEET_SPEED` (2) how much faster its clock goes. On a slow
 * machine it goes on until every account was served twice, because it compares the times between two such services.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { type AccountId, accountIdOf } from "../../src/domain/identifier.ts";
import { runJobs } from "../../src/jobs/runner.ts";
import { RUNNER_TIMING } from "../../src/jobs/runner_options.ts";
import { changeOfJob } from "../../src/store/job_record.ts";
import { newRecord } from "../../src/store/job_submission.ts";
import { keys } from "../../src/store/keys.ts";
import type { Lease } from "../../src/store/lease.ts";
import { keyBytes } from "../../src/store/postgres/key_bytes.ts";
import type { AccountRecord } from "../../src/store/records.ts";
import { encodeValue } from "../../src/store/value_codec.ts";
import { artifactOf } from "../../src/documents/document.ts";
import { runResult } from "../../src/documents/run_result.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { type CountedStore, countedStore } from "../support/counted_store.ts";
import { newPostgresPath, type PostgresServer, sharesPostgres, startPostgres } from "../support/postgres_server.ts";
import { scriptedWork } from "../support/running_jobs.ts";
import { runService } from "../support/running_service.ts";
import { submitted } from "../support/runs_over_https.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { runResultOf } from "../support/small_results.ts";
import { pricesBody } from "../support/submission.ts";
import { JOB_DRAFT, submittedJob } from "../support/submitted_job.ts";
import { signUpOf } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { until } from "../support/until.ts";

sharesPostgres();

const [JOBS, ACCOUNTS, RUNNERS, SECONDS, SPEED] = [
  ...[["FLEET_JOBS", 1_000_000], ["FLEET_ACCOUNTS", 10_000], ["FLEET_RUNNERS", 100], ["FLEET_SECONDS", 180]] as const,
  ["FLEET_SPEED", 2] as const,
].map(([name, standard]) => Number(Deno.env.get(name) ?? standard));
/** Claims an account that a simulation lasts for after its seconds, but not longer than so many times its seconds. */
const ROUNDS = 2.2, ROUNDS_WITHIN = 4;

Deno.test("a run's life takes its number of trips to the store", async () => {
  const table: Record<string, Record<string, string>> = {};
  await using folder = await temporaryFolder();
  for (const [place, path] of [["file", `${folder.path}/kv.sqlite3`], ["PostgreSQL", newPostgresPath()]] as const) {
    await using process = await countedStore(path);
    for (const [step, trips] of await tripsOfLife(process)) table[step] = { ...table[step], [place]: trips };
  }
  print("Trips of a run's life", table);
  assert.match(table["claim"].PostgreSQL, /^2 /);
  assert.match(table["look of an idle runner at the queue"].PostgreSQL, /^1 /);
});

async function tripsOfLife({ store, counts }: CountedStore): Promise<readonly (readonly [string, string])[]> {
  const rows: [string, string][] = [];
  const counted = async <Result>(step: string, act: () => Promise<Result>): Promise<Result> => {
    const before = { ...counts.byCall };
    const result = await act();
    const calls = Object.entries(counts.byCall).map(([call, count]) => [call, count - (before[call] ?? 0)] as const);
    const made = calls.filter(([, count]) => count > 0);
    const sum = made.reduce((total, [, count]) => total + count, 0);
    rows.push([step, `${sum} (${made.map(([call, count]) => `${count} ${call}`).join(", ")})`]);
    return result;
  };
  const account = (await store.accounts.signUp(signUpOf("ada@example.com"))).account.id;
  const inputs = new Uint8Array(2_000);
  const job = await counted("submission", () => submittedJob(store, account, {}, { inputs }));
  const lease = await counted("claim", () => store.jobQueue.claim(null));
  assert.ok(lease !== null);
  await counted("config", () => store.jobQueue.configOfRun(lease));
  await counted("inputs", () => store.jobQueue.inputs(account, lease.inputs ?? ""));
  await counted("renewal of the lease", () => store.jobQueue.beat(lease, null));
  await counted("renewal with progress", () => store.jobQueue.beat(lease, { phase: "solving", fraction: 0.5 }));
  await counted("begin of the upload", () => store.jobQueue.beginUpload(lease));
  const result = artifactOf(runResult, runResultOf({ run_id: job.id }));
  const files = await counted("file of the result", () => store.artifacts.write(account, job.id, [result]));
  await counted("success", () => store.jobQueue.succeed(lease, files));
  await counted("look of a runner at the leases", () => store.jobQueue.leases());
  await counted("look of an idle runner at the queue", () => store.jobQueue.claim(null));
  return rows;
}

Deno.test("a route takes its number of trips to the store", async () => {
  const table: Record<string, Record<string, string>> = {};
  await using folder = await temporaryFolder();
  for (const [place, path] of [["file", `${folder.path}/kv.sqlite3`], ["PostgreSQL", newPostgresPath()]] as const) {
    const opened: CountedStore[] = [];
    const openStore = async () => {
      const process = await countedStore(path);
      opened.push(process);
      return { ...process.store, reconciliation: null, close: async () => await process[Symbol.asyncDispose]() };
    };
    await using service = await runService({ environment: { WORKERS: "0" }, openStore });
    const person = await verifiedBrowser(service);
    const run = await submitted(person, pricesBody(3, 40));
    const routes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ["POST /jobs", () => submitted(person, pricesBody(3, 40))],
      ["GET /jobs/{run_id}", () => person.send("GET", `/jobs/${run}`)],
      ["GET /jobs/history", () => person.send("GET", "/jobs/history?limit=10")],
      ["GET /jobs/history, filtered", () => person.send("GET", "/jobs/history?status=queued&limit=10")],
      ["GET /billing/me", () => person.send("GET", "/billing/me")],
      ["GET /analytics/dashboard", () => person.send("GET", "/analytics/dashboard")],
    ];
    for (const [route, ask] of routes) table[route] = { ...table[route], [place]: await leastTrips(opened[0], ask) };
  }
  print("Trips of routes", table);
});

/** Returns the least trips of several equal requests, because parts in the background make trips too. */
async function leastTrips({ counts }: CountedStore, ask: () => Promise<unknown>): Promise<string> {
  let least = Infinity;
  for (let request = 0; request < 8; request++) {
    const before = counts.trips;
    await ask();
    least = Math.min(least, counts.trips - before);
  }
  return String(least);
}

Deno.test("of twenty submissions of an account at once few conflict, also through two processes", async () => {
  const table: Record<string, Record<string, string>> = {};
  for (const processes of [1, 2, 4]) {
    const path = newPostgresPath();
    await using open = new AsyncDisposableStack();
    const stores: CountedStore[] = [];
    while (stores.length < processes) stores.push(open.use(await countedStore(path)));
    const account = (await stores[0].store.accounts.signUp({ ...signUpOf("ada@example.com"), plan: "enterprise" }))
      .account.id;
    const rounds = 10, atOnce = 20, before = sum(stores, ({ conflicts }) => conflicts);
    for (let round = 0; round < rounds; round++) {
      await Promise.all(
        Array.from({ length: atOnce }, (_, k) => submittedJob(stores[k % processes].store, account)),
      );
    }
    const conflicts = (sum(stores, ({ conflicts }) => conflicts) - before) / rounds / atOnce;
    table[`${processes} processes`] = { "conflicts of a submission": conflicts.toFixed(2) };
    assert.ok(conflicts <= 1.2, `${conflicts} conflicts through ${processes} processes`);
  }
  print("Twenty submissions of one account at once", table);
});

Deno.test("a job that one process accepts is started by another at once", async () => {
  await using folder = await temporaryFolder();
  const path = newPostgresPath();
  await using accepting = await countedStore(path);
  const { store } = accepting;
  const account = (await store.accounts.signUp(signUpOf("ada@example.com"))).account.id;
  const settings = { DATA_DIR: folder.path, KV_PATH: path, WORKERS: "1", LOG_LEVEL: "info" };
  await using working = startServiceProcess(settings, ["work"]);
  const waitsMs: number[] = [];
  const warm = 3;
  for (let count = 0; count < 40 + warm; count++) {
    const { id } = await submittedJob(store, account);
    // The config of the job is empty, so that it fails as soon as it is started.
    await until(async () => (await store.jobs.get(account, id)).finishedAt !== null, "the job");
    const { createdAt, startedAt } = await store.jobs.get(account, id);
    waitsMs.push((startedAt ?? Infinity) - createdAt);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  working.kill("SIGTERM");
  await working.ended();
  const sorted = waitsMs.slice(warm).toSorted((a, b) => a - b), at = (part: number) => sorted[Math.floor(part * 40)];
  print("Milliseconds until another process starts a job", {
    "by the bell": { median: String(at(0.5)), "95 %": String(at(0.95)), longest: String(at(0.99)) },
  });
});

/** Times of jobs in the simulation, in milliseconds: from small runs to simulations of a million paths. */
const TIMES_MS = [180, 220, 260, 340, 480, 700, 1_100, 2_300, 6_000, 20_000];

Deno.test("many runners serve a long queue in turn, with few trips", async () => {
  await using server = await startPostgres({ settings: ["max_connections=200", "max_wal_size=8GB"] });
  const path = server.path("fleet", "&connections=10");
  const startedAt = performance.now();
  const elapsedMs = (): number => (performance.now() - startedAt) * SPEED;
  const now = (): number => 1.8e12 + elapsedMs();
  await using open = new AsyncDisposableStack();
  const stores: CountedStore[] = [];
  while (stores.length < 4) stores.push(open.use(await countedStore(path, { now })));
  const filledAt = performance.now();
  await fill(server, stores[0]);
  const fillSeconds = (performance.now() - filledAt) / 1_000;
  const claimMs: number[] = [];
  const claims = new Map<AccountId, Claim[]>();
  let claimed = 0;
  const stopping = new AbortController(), began = elapsedMs(), before = sum(stores, ({ trips }) => trips);
  const runners = Array.from({ length: RUNNERS }, async (_, number) => {
    const { store } = stores[number % stores.length];
    const claim = async (...args: Parameters<typeof store.jobQueue.claim>): Promise<Lease | null> => {
      const from = performance.now();
      const lease = await store.jobQueue.claim(...args);
      if (lease !== null) {
        claimMs.push(performance.now() - from);
        const ofAccount = claims.get(lease.accountId) ?? [];
        claims.set(lease.accountId, [...ofAccount, { number: claimed++, atMs: elapsedMs() }]);
      }
      return lease;
    };
    await simulatedRunner(stores[number % stores.length], { claim, signal: stopping.signal, elapsedMs, now });
  });
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000));
  const isOver = (seconds: number): boolean => seconds >= SECONDS && claimed >= ROUNDS * ACCOUNTS;
  for (let seconds = 0; seconds < ROUNDS_WITHIN * SECONDS && !isOver(seconds); seconds++) await pause();
  const [tookMs, trips] = [elapsedMs() - began, sum(stores, ({ trips }) => trips) - before];
  stopping.abort();
  await Promise.all(runners);
  const waits = [...claims.values()].flatMap((ofAccount) =>
    ofAccount.slice(1).map(({ number, atMs }, k) => ({
      claims: number - ofAccount[k].number,
      seconds: (atMs - ofAccount[k].atMs) / 1_000,
    }))
  );
  const mean = waits.reduce((total, { claims }) => total + claims, 0) / waits.length;
  const longest = Math.max(...waits.map(({ claims }) => claims));
  print(`${RUNNERS} runners, ${JOBS} queued jobs of ${ACCOUNTS} accounts, ${(tookMs / 1_000).toFixed(0)} s simulated`, {
    "filled in seconds": { value: fillSeconds.toFixed(0) },
    "jobs claimed": { value: String(claimed) },
    "accounts served": { value: String(claims.size) },
    "trips a second": { value: (trips * 1_000 / tookMs).toFixed(0) },
    "trips a job": { value: (trips / claimed).toFixed(1) },
    "median of a claim, ms": { value: (claimMs.toSorted((a, b) => a - b)[claimMs.length >> 1] ?? NaN).toFixed(1) },
    "conflicts": { value: String(sum(stores, ({ conflicts }) => conflicts)) },
    "claims between two of an account, mean": { value: mean.toFixed(0) },
    "claims between two of an account, most": { value: String(longest) },
    "longest wait between two, seconds": { value: Math.max(...waits.map(({ seconds }) => seconds)).toFixed(1) },
    "shortest wait between two, seconds": { value: Math.min(...waits.map(({ seconds }) => seconds)).toFixed(1) },
  });
  assert.ok(trips * 1_000 / tookMs < 1_000, "trips a second");
  assert.ok(waits.length > 0, "no account was served twice: give the simulation more time or fewer accounts");
  assert.ok(longest <= 1.1 * mean, `an account waited for ${longest} claims, and ${mean} on average`);
});

interface Claim {
  readonly number: number;
  readonly atMs: number;
}

interface Simulated {
  readonly claim: CountedStore["store"]["jobQueue"]["claim"];
  readonly signal: AbortSignal;
  readonly elapsedMs: () => number;
  readonly now: () => number;
}

async function simulatedRunner({ store }: CountedStore, { claim, signal, elapsedMs, now }: Simulated): Promise<void> {
  const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const work = scriptedWork(async ({ options }) => {
    const durationMs = TIMES_MS[Math.floor(Math.random() * TIMES_MS.length)], began = elapsedMs();
    while (elapsedMs() - began < durationMs && !options.signal?.aborted) {
      const fraction = (elapsedMs() - began) / durationMs;
      options.onProgress?.({ phase: "solving", fraction });
      await new Promise((resolve) =>
        setTimeout(resolve, Math.max(0, Math.min(100, durationMs - (elapsedMs() - began))) / SPEED)
      );
    }
    options.signal?.throwIfAborted();
    return null;
  });
  await runJobs({
    queue: { ...store.jobQueue, claim },
    artifacts: store.artifacts,
    work: [work],
    atOnce: 1,
    clock: { now },
    elapsedMs,
    log: silent,
    telemetry: { count: () => {}, record: () => {}, observe: () => {} },
    signal,
    timing: {
      ...RUNNER_TIMING,
      leaseMs: 60_000,
      progressMs: RUNNER_TIMING.progressMs / SPEED,
      pauseMs: (hearsAll) => (hearsAll ? 1_500 : 250) * (0.8 + 0.4 * Math.random()) / SPEED,
    },
  });
}

/** Fills the queue within the database: the entries of one submitted job, with the ids of every account and job. */
async function fill(server: PostgresServer, { context }: CountedStore): Promise<void> {
  const [account, job] = ["A".repeat(26), "B".repeat(26)];
  const accountId = accountIdOf(`acc_${account}`);
  const record: AccountRecord = { id: accountId, plan: "free", createdAt: context.clock.now(), userId: "usr" };
  await insertCopies(server, { type: "set", key: keys.account(accountId), value: record }, { account, job, each: 1 });
  const queued = newRecord(context, { accountId, draft: { ...JOB_DRAFT, work: 300 }, ulid: job, inputs: null });
  const each = Math.ceil(JOBS / ACCOUNTS);
  const config = { type: "set", key: keys.jobConfig(accountId, queued.id), value: new TextEncoder().encode("{}") };
  for (const mutation of [...changeOfJob(null, queued), config as Deno.KvMutation]) {
    await insertCopies(server, mutation, { account, job, each });
  }
  await server.sql("ANALYZE fleet.entries");
}

async function insertCopies(
  server: PostgresServer,
  mutation: Deno.KvMutation,
  { account, job, each }: { readonly account: string; readonly job: string; readonly each: number },
): Promise<void> {
  assert.equal(mutation.type, "set");
  const hexOf = (text: string | Uint8Array): string => Buffer.from(text as string).toString("hex");
  const value = mutation.type === "set" ? encodeValue(mutation.value) : new Uint8Array();
  const copyOf = (bytes: Uint8Array): string =>
    `decode(replace(replace('${hexOf(bytes)}', '${hexOf(account)}', a.hex), '${hexOf(job)}', j.hex), 'hex')`;
  const hex = (count: string): string => `encode(lpad((${count})::text, 26, '0')::bytea, 'hex')`;
  await server.sql(
    `INSERT INTO fleet.entries (key, value, version) SELECT ${copyOf(keyBytes(mutation.key))}, ${copyOf(value)}, 1
      FROM (SELECT i, ${hex("i")} AS hex FROM generate_series(1, ${ACCOUNTS}) i) a,
        LATERAL (SELECT ${hex(`a.i::bigint * 1000000 + k`)} AS hex FROM generate_series(1, ${each}) k) j
      ON CONFLICT DO NOTHING`,
  );
}

function sum(stores: readonly CountedStore[], of: (counts: CountedStore["counts"]) => number): number {
  return stores.reduce((total, { counts }) => total + of(counts), 0);
}

function print(title: string, table: Record<string, Record<string, string>>): void {
  // deno-lint-ignore no-console
  console.log(`\n${title}`);
  // deno-lint-ignore no-console
  console.table(table);
}
