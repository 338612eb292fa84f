import { type BenchedService, benchedService } from "../benched_service.ts";
import { benchSources } from "../bench_sources.ts";
import { inlineRuns } from "../inline_runs.ts";
import { quantileOf } from "../quantile_of.ts";
import { residentMebibytes } from "../resident_mebibytes.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
import { fundPaths, sharePaths } from "../synthetic_lists.ts";
import { untilAnswered } from "../until_answered.ts";

const PER_SECOND = 300;
const SECONDS = 30;
const MEDIAN_AT_MOST_MS = 3;
const P99_AT_MOST_MS = 15;
const ADDED_AT_MOST_MEBIBYTES = 100;
/** Number of runs that keep the worker busy for the whole measurement of searches. */
const RUNS = 40;
const SHAPE = { assets: 100, observations: 1_250 };
const READINGS = 15;
const READ_EVERY_MS = 200;
const PEAK_EVERY_MS = 20;

/**
 * Benchmark row of searches at a steady rate over 37,600 funds and 12,400 US listings while runs are computed, and of
 * the memory that the lists of these funds and stocks take.
 */
export const searches: ServiceRow = { id: "catalogue: 300 searches a second beside runs", measure };

async function measure(): Promise<ServiceAnswer> {
  const without = await residentWithout();
  using sources = await benchSources();
  await using service = await benchedService({ overTls: false, settings: sources.settings });
  const peak = watchedPeak(service);
  await untilAnswered(service, PATHS);
  const paths = { funds: fundPaths(), shares: sharePaths() };
  for (const path of [...paths.funds, ...paths.shares]) await service.read(path);
  const withLists = await residentOf(service);
  const peakMebibytes = await peak();
  const nextBody = inlineRuns(SHAPE);
  for (let run = 0; run < RUNS; run++) await service.submit(nextBody());
  const { funds, shares } = await searchedAtRate(service, paths);
  const added = peakMebibytes - without;
  return {
    figures: [
      { name: "slowest search", value: quantileOf([...funds, ...shares], 1), unit: "ms" },
      { name: "memory of the process with the sample market", value: without, unit: "MiB" },
      { name: "memory with all lists, searched", value: withLists, unit: "MiB" },
      { name: "the most of it while they were read and indexed", value: peakMebibytes, unit: "MiB" },
    ],
    promises: [
      { name: "median of funds", value: quantileOf(funds, 0.5), unit: "ms", at_most: MEDIAN_AT_MOST_MS },
      { name: "99 of 100 of funds", value: quantileOf(funds, 0.99), unit: "ms", at_most: P99_AT_MOST_MS },
      { name: "median of US listings", value: quantileOf(shares, 0.5), unit: "ms", at_most: MEDIAN_AT_MOST_MS },
      { name: "99 of 100 of US listings", value: quantileOf(shares, 0.99), unit: "ms", at_most: P99_AT_MOST_MS },
      { name: "memory that the catalogue adds at most", value: added, unit: "MiB", at_most: ADDED_AT_MOST_MEBIBYTES },
    ],
  };
}

const PATHS = ["/universe", "/mutual-funds/search?q=fund", "/us-stocks/search?q=bank"];

async function residentWithout(): Promise<number> {
  await using service = await benchedService({ overTls: false });
  for (const path of [...PATHS, ...fundPaths(), ...sharePaths()]) await service.read(path);
  return await residentOf(service);
}

async function residentOf({ pid }: BenchedService): Promise<number> {
  const readings: number[] = [];
  while (readings.length < READINGS) {
    readings.push(await residentMebibytes(pid));
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
  }
  return quantileOf(readings, 0.5);
}

/**
 * Watches the memory of a process. The returned function ends the watch and returns the largest resident memory seen,
 * in MiB.
 */
function watchedPeak({ pid }: BenchedService): () => Promise<number> {
  let isOver = false;
  const watched = (async () => {
    let most = 0;
    while (!isOver) {
      most = Math.max(most, await residentMebibytes(pid));
      await new Promise((resolve) => setTimeout(resolve, PEAK_EVERY_MS));
    }
    return most;
  })();
  return () => {
    isOver = true;
    return watched;
  };
}

interface OfBoth<Value> {
  readonly funds: Value;
  readonly shares: Value;
}

/**
 * Searches for funds and shares in turn at a fixed rate. Returns the milliseconds of each search from the moment when
 * it was due, whether or not earlier ones are answered.
 */
async function searchedAtRate(
  service: BenchedService,
  { funds, shares }: OfBoth<readonly string[]>,
): Promise<OfBoth<readonly number[]>> {
  const taken: OfBoth<number[]> = { funds: [], shares: [] };
  const began = performance.now();
  const searched: Promise<void>[] = [];
  for (let number = 0; number < PER_SECOND * SECONDS; number++) {
    const dueMs = began + number * 1_000 / PER_SECOND;
    const early = dueMs - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const at = number >> 1;
    const [path, into] = number % 2 === 0
      ? [funds[at % funds.length], taken.funds]
      : [shares[at % shares.length], taken.shares];
    searched.push(service.read(path).then(() => void into.push(performance.now() - dueMs)));
  }
  await Promise.all(searched);
  return taken;
}
