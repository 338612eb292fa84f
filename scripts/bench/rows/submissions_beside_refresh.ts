import { type BenchedService, benchedService } from "../benched_service.ts";
import { benchSources } from "../bench_sources.ts";
import { inlineRuns } from "../inline_runs.ts";
import { quantileOf } from "../quantile_of.ts";
import { submitAtRate } from "../submit_at_rate.ts";
import type { Promised, ServiceAnswer, ServiceRow } from "../row.ts";
import { untilAnswered } from "../until_answered.ts";

const SHAPE = { assets: 20, observations: 750 };
const PER_SECOND = 20;
const SECONDS = 20;
const WARM_UP_RUNS = 40;
const P99_AT_MOST_MS = 50;
/**
 * Maximum age of the market data lists in hours. The service fetches a list again after half of it, here about six
 * seconds.
 */
const MAX_AGE_HOURS = 12 / 3_600;
/** Number of stocks in each run of the benchmark whose prices the service must fetch. */
const ASSETS = 500;
const LISTED_RUNS = 2;

/**
 * Benchmark row of submissions at a steady rate while the service fetches all market data lists and then the prices of
 * 1,000 stocks too.
 */
export const submissionsBesideRefresh: ServiceRow = {
  id: "jobs: 20 submissions a second beside a refresh of market data",
  measure,
};

async function measure(): Promise<ServiceAnswer> {
  using sources = await benchSources();
  const settings = { ...sources.settings, UNIVERSE_MAX_AGE_HOURS: String(MAX_AGE_HOURS) };
  await using service = await benchedService({ settings });
  await untilAnswered(service, ["/mutual-funds/search?q=fund", "/us-stocks/search?q=bank"]);
  const nextBody = inlineRuns(SHAPE);
  await submitAtRate(service, nextBody, { count: WARM_UP_RUNS, perSecond: PER_SECOND });
  const besideLists = await submittedMs(service, nextBody);
  const [besidePrices] = await Promise.all([submittedMs(service, nextBody), submitListedRuns(service)]);
  const p99 = (name: string, taken: readonly number[]): Promised => (
    { name, value: quantileOf(taken, 0.99), unit: "ms", at_most: P99_AT_MOST_MS }
  );
  return {
    figures: [
      { name: "median beside lists", value: quantileOf(besideLists, 0.5), unit: "ms" },
      { name: "median beside lists and prices", value: quantileOf(besidePrices, 0.5), unit: "ms" },
      { name: "slowest", value: quantileOf([...besideLists, ...besidePrices], 1), unit: "ms" },
    ],
    promises: [
      p99("99 of 100 beside lists", besideLists),
      p99("99 of 100 beside lists and prices", besidePrices),
    ],
  };
}

async function submittedMs(service: BenchedService, nextBody: () => string): Promise<readonly number[]> {
  const sent = await submitAtRate(service, nextBody, { count: PER_SECOND * SECONDS, perSecond: PER_SECOND });
  return sent.map(({ elapsedMs }) => elapsedMs);
}

/** Submits runs on listed stocks, one after another over the measured time. */
async function submitListedRuns(service: BenchedService): Promise<void> {
  for (let run = 0; run < LISTED_RUNS; run++) {
    const stocks = Array.from({ length: ASSETS }, (_, i) => ({ ticker: `EX${run * ASSETS + i}`, exchange: "NSE" }));
    const body = { stocks, methods: ["equal_weight"], end_date: "2019-08-30", benchmark: "NIFTY50" };
    await service.submit(JSON.stringify(body));
    await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000 / LISTED_RUNS));
  }
}
