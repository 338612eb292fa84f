import { systemRandom } from "../../../src/runtime/random.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import type { AccountId } from "../../../src/domain/identifier.ts";
import { PLAN_LIMITS } from "../../../src/domain/plan.ts";
import type { RunFigures } from "../../../src/domain/run_figures.ts";
import type { StoreContext } from "../../../src/store/context.ts";
import { type EncodedKv, encodedKv } from "../../../src/store/encoded_kv.ts";
import { changeOfJob } from "../../../src/store/job_record.ts";
import { keys } from "../../../src/store/keys.ts";
import type { Lease } from "../../../src/store/lease.ts";
import { type Repositories, repositories } from "../../../src/store/mod.ts";
import { openStore } from "../../../src/store/open_store.ts";
import { put } from "../../../src/store/transaction.ts";
import { benchedService } from "../benched_service.ts";
import { medianOf } from "../quantile_of.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
import { addPerson, type SignedIn, signedIn } from "../signed_in_person.ts";
import { succeededRecord } from "./succeeded_record.ts";

const RUNS = 10_000;
const RECORDS_PER_WRITE = 50;
const LOOKS = 100;
const WARM_UP_LOOKS = 10;
const CHANGES = 50;
const REFRESHES = 5;
const ENDS = 200;
const LOOK_AT_MOST_MS = 20;
const REFRESH_AT_MOST_MS = 5_000;
const TAGS_AT_MOST_MS = 20;
const END_AT_MOST_MS = 2;
const EMAIL = "many@example.com";

/**
 * Benchmark row of the dashboard of an account with many runs, and of the cost of keeping it up to date when a run
 * ends.
 */
export const dashboard: ServiceRow = { id: `dashboard of ${RUNS} runs`, measure };

/**
 * Measures without TLS, whose small writes wait about 40 ms for the client's acknowledgement and would hide the time of
 * a request.
 */
async function measure(): Promise<ServiceAnswer> {
  let more = NaN;
  await using service = await benchedService({
    overTls: false,
    async fill(_, path) {
      await addPerson(path, EMAIL);
      await writeRuns(path);
      more = await timeOfNotes(path);
    },
  });
  const person = await signedIn(service, EMAIL);
  const first = await timed(person, "GET", "/analytics/dashboard");
  const looks = await times(person, LOOKS, "GET", "/analytics/dashboard");
  const changed = await looksAfterChanges(person);
  const tags = await times(person, LOOKS, "GET", "/analytics/tags");
  const refreshes = await times(person, REFRESHES, "POST", "/analytics/refresh-stats");
  person.client.close();
  return {
    figures: [
      { name: "first look, nothing counted before", value: first, unit: "ms" },
      { name: "least look after a change", value: Math.min(...changed), unit: "ms" },
    ],
    promises: [
      { name: "look", value: medianOf(looks), unit: "ms", at_most: LOOK_AT_MOST_MS },
      { name: "look after a change", value: medianOf(changed), unit: "ms", at_most: LOOK_AT_MOST_MS },
      { name: "tags", value: medianOf(tags), unit: "ms", at_most: TAGS_AT_MOST_MS },
      { name: "refresh", value: medianOf(refreshes), unit: "ms", at_most: REFRESH_AT_MOST_MS },
      { name: "end of a run, with what it notes", value: more, unit: "ms", at_most: END_AT_MOST_MS },
    ],
  };
}

/** Dismisses an insight before each request for the dashboard and returns the milliseconds of each request. */
async function looksAfterChanges({ client }: Pick<SignedIn, "client">): Promise<readonly number[]> {
  const durations: number[] = [];
  for (let look = 0; look < CHANGES; look++) {
    const { text } = await client.send("GET", "/analytics/dashboard");
    const { insight_id: id } = JSON.parse(text).insights[0];
    await timed({ client }, "POST", `/analytics/insights/${id}/dismiss`);
    durations.push(await timed({ client }, "GET", "/analytics/dashboard"));
  }
  return durations;
}

type Asked = readonly [method: "GET" | "POST", path: string];

async function times(
  { client }: Pick<SignedIn, "client">,
  count: number,
  ...request: Asked
): Promise<readonly number[]> {
  const durations: number[] = [];
  for (let look = -Math.min(WARM_UP_LOOKS, count); look < count; look++) {
    const duration = await timed({ client }, ...request);
    if (look >= 0) durations.push(duration);
  }
  return durations;
}

async function timed({ client }: Pick<SignedIn, "client">, ...[method, path]: Asked): Promise<number> {
  const began = performance.now();
  const { status, text } = await client.send(method, path);
  if (status !== 200) throw new Error(`Cannot ${method} ${path}: ${status} ${text}`);
  return performance.now() - began;
}

/**
 * Writes the runs of the benchmarked dashboard directly to the store file while nothing else uses it. Submitting them
 * would take an hour.
 */
async function writeRuns(path: string): Promise<void> {
  const accountId = await accountAt(path);
  using kv = await Deno.openKv(path);
  for (let first = 0; first < RUNS; first += RECORDS_PER_WRITE) {
    const mutations = Array.from({ length: RECORDS_PER_WRITE }, (_, index) => {
      const record = succeededRecord(accountId, first + index);
      const artifacts = [{ name: "result.json", mediaType: "application/json", bytes: 1_000 + index }];
      return [
        ...changeOfJob(null, record),
        put(keys.artifactSet(accountId, record.id, "set"), { id: "set", accountId, jobId: record.id, artifacts }),
        put(keys.runFigures(accountId, record.id), textOf(figuresOf(first + index))),
      ];
    }).flat();
    await encodedKv(kv).commit({ checks: [], mutations });
  }
}

async function accountAt(path: string): Promise<AccountId> {
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
  const member = await store.accounts.findByEmail(EMAIL);
  store.close();
  if (member === null) throw new Error(`Cannot find the account of ${EMAIL}`);
  return member.account.id;
}

/** Returns the figures of a run with three methods on 20 assets. Some runs have figures that cause an insight. */
function figuresOf(number: number): RunFigures {
  const names = ["equal_weight", "min_volatility", "max_sharpe"];
  return {
    methods: names.map((method, place) => ({
      method,
      key: method,
      isFormula: place === 0,
      metrics: {
        sharpe_ratio: Math.sin(number + place),
        sortino_ratio: Math.sin(2 * number + place),
        calmar_ratio: Math.sin(3 * number + place),
        annual_return: Math.sin(4 * number + place),
        annual_volatility: 1.1 + Math.sin(5 * number + place),
        max_drawdown: 1.1 + Math.sin(6 * number + place),
        conditional_value_at_risk: 1.1 + Math.sin(7 * number + place),
      },
      largest: { asset: "ASSET1", weight: number % 7 === 0 ? 0.5 : 0.2 },
      effectiveAssets: 12,
    })),
    assets: Array.from({ length: 20 }, (_, i) => [`ASSET${(number % 50) * 3 + i}`, 0.15, 3]),
    lastDay: number % 11 === 0 ? "2024-01-31" : null,
    walkForward: names.map((method, place) => ({ method, key: method, sharpeRatio: Math.cos(number + place) })),
  };
}

function textOf(figures: RunFigures): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(figures));
}

/**
 * Returns how many milliseconds longer the operation that ends a successful run takes because it writes for the
 * dashboard.
 */
async function timeOfNotes(path: string): Promise<number> {
  const accountId = await accountAt(path);
  using rawKv = await Deno.openKv(path);
  const kv = encodedKv(rawKv);
  const parts = { clock: systemClock, random: systemRandom };
  const plans = { planLimits: { ...PLAN_LIMITS, free: PLAN_LIMITS.enterprise }, artifactObjects: null };
  const stores = [kv, withoutNotes(kv)].map((kv) => repositories({ kv, ...parts } satisfies StoreContext, plans));
  const durations = stores.map((): number[] => []);
  for (let run = 0; run < ENDS; run++) {
    for (const [place, store] of stores.entries()) durations[place].push(await endOfRun(store, accountId, run));
  }
  const [noting, silent] = durations.map(medianOf);
  return noting - silent;
}

async function endOfRun(store: Repositories, accountId: AccountId, number: number): Promise<number> {
  const { jobs, jobQueue, artifacts } = store;
  const { kind, name, market, currency, mode, methods } = succeededRecord(accountId, number);
  const draft = { kind, name, market, currency, mode, methods, constraintFamilies: [], parentRunId: null };
  await jobs.submit(accountId, draft, { config: new Uint8Array(1_000) });
  const lease: Lease | null = await jobQueue.claim(null);
  if (lease === null) throw new Error("Cannot claim the run that was submitted");
  await jobQueue.beginUpload(lease);
  const content = new Uint8Array(20_000);
  const set = await artifacts.write(accountId, lease.jobId, [{
    name: "result.json",
    mediaType: "text/plain",
    content,
  }]);
  const began = performance.now();
  await jobQueue.succeed(lease, set, { figures: figuresOf(number) });
  return performance.now() - began;
}

const NOTED: readonly Deno.KvKeyPart[] = ["dashboard_changes", "run_figures"];

/** Returns a key-value store that leaves out everything written for the dashboard. */
function withoutNotes(kv: EncodedKv): EncodedKv {
  const isNote = ({ key }: Deno.KvMutation): boolean => key[0] === "changed_dashboards" || NOTED.includes(key[2]);
  return {
    ...kv,
    commit: ({ mutations, ...write }) => kv.commit({ ...write, mutations: mutations.filter((one) => !isNote(one)) }),
  };
}
