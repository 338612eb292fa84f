import { type AccountId, identifier } from "../../../src/domain/identifier.ts";
import { changeOfJob, type JobRecord } from "../../../src/store/job_record.ts";
import { type BenchedService, benchedService } from "../benched_service.ts";
import { fillPostgres } from "../fill_postgres.ts";
import { medianOf } from "../quantile_of.ts";
import type { Figure, Promised, ServiceAnswer, ServiceRow } from "../row.ts";
import { encodedKv } from "../../../src/store/encoded_kv.ts";
import { isPostgresPath } from "../../../src/store/postgres/postgres_address.ts";
import { put } from "../../../src/store/transaction.ts";
import { hasPostgres, startPostgres } from "../../../tests/support/postgres_server.ts";
import { succeededRecord } from "./succeeded_record.ts";

const FEW = 100;
const MANY = 100_000;
const MANY_ON_POSTGRES = 1_000_000;
const ROUNDS = 200;
const WARM_UP_ROUNDS = 20;
const TIMES_AT_MOST = 2;
const PAGE = 20;
const RECORDS_PER_WRITE = 100;

/** Every fourth stored run matches the filters of the job history, so that a page is full in both stores. */
const RARITY = 4;
const LISTS = {
  unfiltered: "",
  "by status": "status=failed",
  "by tag": "tag=core",
  "by market": "market=US",
  "by mode": "mode=rebalance",
} as const;

/** Search for a name that no run has, which looks through as many runs as one page may. */
const WITHOUT_HIT = ["search=zzz", "status=succeeded&search=zzz"];
const WITHOUT_HIT_AT_MOST_MS = 500;

/** Benchmark row of a page of the job history, for an account with few runs and for one with many. */
export const history: ServiceRow = { id: "jobs: a page of the history", measure: () => measure(MANY, {}) };

/** The same benchmark row for a store in PostgreSQL, and ten times as many runs. */
export const historyOnPostgres: ServiceRow = {
  id: "jobs: a page of the history on PostgreSQL",
  async measure() {
    if (!hasPostgres()) throw new Error("Cannot measure without PostgreSQL: install it");
    await using server = await startPostgres({ settings: ["max_wal_size=4GB", "shared_buffers=256MB"] });
    return await measure(MANY_ON_POSTGRES, { few: server.path("few"), many: server.path("many") }, async () => {
      await server.sql("VACUUM ANALYZE");
    });
  },
};

async function measure(
  runs: number,
  paths: { readonly few?: string; readonly many?: string },
  filled: () => Promise<void> = () => Promise.resolve(),
): Promise<ServiceAnswer> {
  await using few = await serviceWith(FEW, paths.few);
  await using many = await serviceWith(runs, paths.many);
  await filled();
  const figures: Figure[] = [];
  const promises: Promised[] = [];
  for (const [name, query] of Object.entries(LISTS)) {
    const [ofFew, ofMany] = await medians([few, many], `/jobs/history?${query}`, PAGE);
    figures.push({ name: `${name}, ${FEW} runs`, value: ofFew, unit: "ms" });
    figures.push({ name: `${name}, ${runs} runs`, value: ofMany, unit: "ms" });
    promises.push({ name: `${name}, many to few`, value: ofMany / ofFew, unit: "times", at_most: TIMES_AT_MOST });
  }
  for (const query of WITHOUT_HIT) {
    const [value] = await medians([many], `/jobs/history?${query}`, 0);
    promises.push({ name: `${query}, ${runs} runs`, value, unit: "ms", at_most: WITHOUT_HIT_AT_MOST_MS });
  }
  return { figures, promises };
}

/**
 * Requests pages from the services in turn, because anything that slows the machine then slows all alike. Returns the
 * median milliseconds of each service.
 */
async function medians(
  services: readonly BenchedService[],
  path: string,
  found: number,
): Promise<readonly number[]> {
  const durations = services.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (let turn = 0; turn < services.length; turn++) {
      const at = (turn + round + WARM_UP_ROUNDS) % services.length;
      const began = performance.now();
      const { items } = await services[at].read(path);
      if (round >= 0) durations[at].push(performance.now() - began);
      if (!Array.isArray(items) || items.length !== found) throw new Error(`Cannot find ${found} runs at ${path}`);
    }
  }
  return durations.map(medianOf);
}

/**
 * Starts a service without TLS, whose small writes wait about 40 ms for the client's acknowledgement and would hide the
 * time of a page.
 */
function serviceWith(runs: number, kvPath: string | undefined): Promise<BenchedService> {
  const fill = (accountId: AccountId, path: string): Promise<void> => writeRuns(accountId, path, runs);
  return benchedService({ overTls: false, fill, ...kvPath === undefined ? {} : { kvPath } });
}

/**
 * Writes the runs of the benchmarked job history directly to the store while nothing else uses it. Submitting them
 * would take an hour.
 */
async function writeRuns(accountId: AccountId, path: string, runs: number): Promise<void> {
  if (isPostgresPath(path)) return await copyRuns(accountId, path, runs);
  const kv = encodedKv(await Deno.openKv(path));
  for (let first = 0; first < runs; first += RECORDS_PER_WRITE) {
    const records = Array.from({ length: RECORDS_PER_WRITE }, (_, index) => recordOf(accountId, first + index));
    const mutations = records.flatMap(entriesOf).map(({ key, value }) => put(key, value));
    await kv.commit({ checks: [], mutations });
  }
  await kv.close();
}

async function copyRuns(accountId: AccountId, path: string, runs: number): Promise<void> {
  const id = identifier("run", MARKER);
  const templates = Array.from(
    { length: RARITY },
    (_, remainder) => entriesOf({ ...recordOf(accountId, remainder), id }).map((entry) => ({ ...entry, remainder })),
  );
  await fillPostgres(path, templates.flat(), { marker: MARKER, copies: runs, divisor: RARITY });
}

/** Stands for the ULID of a copied run. */
const MARKER = "01KMARKERMARKERMARKERMARKE";

/** Returns the entries of a run that the dashboard of its account has counted. */
function entriesOf(record: JobRecord): readonly Entry[] {
  const entries = changeOfJob(null, record).filter((mutation) => mutation.type === "set");
  return entries.filter(({ key }) => !key.includes("dashboard_changes") && !key.includes("changed_dashboards"));
}

interface Entry {
  readonly key: Deno.KvKey;
  readonly value: unknown;
}

function recordOf(accountId: AccountId, number: number): JobRecord {
  const isRare = number % RARITY === 0;
  return {
    ...succeededRecord(accountId, number),
    status: isRare ? "failed" : "succeeded",
    market: isRare ? "US" : "IN",
    currency: isRare ? "USD" : "INR",
    mode: isRare ? "rebalance" : "construct",
    methods: ["min_volatility", "max_sharpe", "min_cvar"],
    tags: isRare ? ["core"] : ["other"],
    error: isRare ? { code: "methods_failed", detail: "No method has an answer" } : null,
  };
}
