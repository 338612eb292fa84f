import type { AccountId } from "../../../src/domain/identifier.ts";
import { changeOfJob, type JobRecord } from "../../../src/store/job_record.ts";
import { type BenchedService, benchedService } from "../benched_service.ts";
import { medianOf } from "../quantile_of.ts";
import type { Figure, Promised, ServiceAnswer, ServiceRow } from "../row.ts";
import { encodedKv } from "../../../src/store/encoded_kv.ts";
import { succeededRecord } from "./succeeded_record.ts";

const FEW = 100;
const MANY = 100_000;
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

/** Benchmark row of a page of the job history, for an account with few runs and for one with many. */
export const history: ServiceRow = { id: "jobs: a page of the history", measure };

async function measure(): Promise<ServiceAnswer> {
  await using few = await serviceWith(FEW);
  await using many = await serviceWith(MANY);
  const figures: Figure[] = [];
  const promises: Promised[] = [];
  for (const [name, query] of Object.entries(LISTS)) {
    const [ofFew, ofMany] = await medians([few, many], `/jobs/history?${query}`);
    figures.push({ name: `${name}, ${FEW} runs`, value: ofFew, unit: "ms" });
    figures.push({ name: `${name}, ${MANY} runs`, value: ofMany, unit: "ms" });
    promises.push({ name: `${name}, many to few`, value: ofMany / ofFew, unit: "times", at_most: TIMES_AT_MOST });
  }
  return { figures, promises };
}

/**
 * Requests pages from the services in turn, because anything that slows the machine then slows all alike. Returns the
 * median milliseconds of each service.
 */
async function medians(services: readonly BenchedService[], path: string): Promise<readonly number[]> {
  const durations = services.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (let turn = 0; turn < services.length; turn++) {
      const at = (turn + round + WARM_UP_ROUNDS) % services.length;
      const began = performance.now();
      const { items } = await services[at].read(path);
      if (round >= 0) durations[at].push(performance.now() - began);
      if (!Array.isArray(items) || items.length !== PAGE) throw new Error(`Cannot find ${PAGE} runs at ${path}`);
    }
  }
  return durations.map(medianOf);
}

/**
 * Starts a service without TLS, whose small writes wait about 40 ms for the client's acknowledgement and would hide the
 * time of a page.
 */
function serviceWith(runs: number): Promise<BenchedService> {
  return benchedService({ overTls: false, fill: (accountId, path) => writeRuns(accountId, path, runs) });
}

/**
 * Writes the runs of the benchmarked job history directly to the store file while nothing else uses it. Submitting them
 * would take an hour.
 */
async function writeRuns(accountId: AccountId, path: string, runs: number): Promise<void> {
  using kv = await Deno.openKv(path);
  for (let first = 0; first < runs; first += RECORDS_PER_WRITE) {
    const records = Array.from({ length: RECORDS_PER_WRITE }, (_, index) => recordOf(accountId, first + index));
    const mutations = records.flatMap((record) => changeOfJob(null, record));
    await encodedKv(kv).commit({ checks: [], mutations });
  }
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
