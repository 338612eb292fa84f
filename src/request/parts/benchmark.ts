import { z } from "zod";
import { type AssetId, assetId } from "../../domain/asset.ts";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber, LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { AlikeFaults, placeOfRow } from "../../faults/alike_faults.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { shown } from "../../faults/schema_faults.ts";
import type { Detail } from "../../faults/told_faults.ts";
import { benchmarksOf } from "../../market_data/benchmarks.ts";
import { BENCHMARK_IDS } from "../../market_data/provider.ts";
import type { ListedAssets, ListedMarket } from "../listed_assets.ts";
import type { OwnHistory } from "./history.ts";
import type { Part } from "./part.ts";

const BENCHMARK_NEEDED: z.core.$ZodErrorMap = ({ input }) =>
  `Cannot take ${shown(input)} for "benchmark": the name of an asset, {"weights": {…}} or {"prices": […]} is needed`;

/** Schema of a benchmark that is given as weights of assets. */
export const benchmarkWeights = z.strictObject({
  weights: z.record(boundedName, boundedNumber).meta({
    description: "Weights of the run's assets, fractions: {asset: weight}",
  }),
});

const schema = z.strictObject({
  benchmark: z.union([
    boundedName.meta({ examples: [...BENCHMARK_IDS] }),
    benchmarkWeights,
    z.strictObject({
      prices: z.array(z.number().nullable()).meta({ description: "A price for each of the dates of the history" }),
    }),
  ], { error: BENCHMARK_NEEDED }).optional().meta({
    description: "What portfolios are compared with: an index or an asset by its name, weights of assets, or prices",
  }),
  risk_free_rate: z.number().gt(-1).max(LARGEST_NUMBER).optional().meta({
    description:
      "Annual return without risk, a fraction: 0.05 is 5 percent; that of the market if absent, and 0 without one",
  }),
});
export type BenchmarkFields = z.output<typeof schema>;

interface Surroundings {
  readonly assets: readonly AssetId[];
  readonly history: OwnHistory | null;
  readonly market: ListedMarket | null;
  /** Assets of the run that come from market data. Null if they come from a history or from moments. */
  readonly listed: ListedAssets | null;
}

/**
 * Definition of the request fields for the benchmark that a run's portfolios are measured against, and for the annual
 * risk-free rate.
 */
export const benchmarkPart = {
  schema,
  rules({ benchmark }, run, faults) {
    if (benchmark === undefined) return;
    if (typeof benchmark === "string") {
      const why = whyNotFound(benchmark, run);
      if (why !== null) faults.add("/benchmark", why);
    } else if ("weights" in benchmark) checkWeights(benchmark.weights, run, faults.within("/benchmark/weights"));
    else if (run.history === null || run.history.kind === "scenarios") {
      const what = run.history?.kind ?? (run.listed === null ? "moments" : "listed assets");
      faults.add("/benchmark", `Cannot use prices of a benchmark with ${what}: there are no dates for them`);
    } else checkBenchmarkPrices(benchmark.prices, run.history, faults);
  },
  config: ({ risk_free_rate }) => ({ risk_free_rate }),
} satisfies Part<BenchmarkFields, Surroundings, { readonly risk_free_rate: number }>;

export type BenchmarkChoice =
  | { readonly kind: "index"; readonly id: string }
  /** The benchmark is one of the run's own assets. */
  | { readonly kind: "asset"; readonly asset: AssetId }
  /** The benchmark is another asset of the same market; its prices are loaded in addition. */
  | { readonly kind: "listed"; readonly asset: AssetId }
  | { readonly kind: "weights"; readonly weights: Readonly<Record<string, number>> }
  /**
   * The benchmark is given by prices on the dates of the history, NaN if missing. With a history of returns there is
   * one more price before the first date. `name` is the column of a file from which they come.
   */
  | { readonly kind: "prices"; readonly prices: Float64Array; readonly name?: string };

/**
 * Returns the benchmark that a request names, for a run of the given assets. `name` is the name of benchmark prices, if
 * the request has them.
 */
export function benchmarkOf(
  benchmark: NonNullable<BenchmarkFields["benchmark"]>,
  { assets, name }: { readonly assets: readonly AssetId[]; readonly name?: string | undefined },
): BenchmarkChoice {
  if (typeof benchmark === "string") {
    const asset = assets.find((one) => one === benchmark);
    if (asset !== undefined) return { kind: "asset", asset };
    return BENCHMARK_IDS.some((id) => id === benchmark)
      ? { kind: "index", id: benchmark }
      : { kind: "listed", asset: assetId(benchmark) };
  }
  if ("weights" in benchmark) return { kind: "weights", weights: benchmark.weights };
  const prices = Float64Array.from(benchmark.prices, (price) => price ?? NaN);
  return { kind: "prices", prices, ...name === undefined ? {} : { name } };
}

function whyNotFound(benchmark: string, { assets, history, listed, market }: Surroundings): Detail | null {
  if (assets.some((asset) => asset === benchmark)) return null;
  if (history?.kind === "scenarios") return withoutDates(benchmark, assets);
  return listed === null ? whyNotOwn(benchmark, assets) : whyNotListed(benchmark, listed, market);
}

function withoutDates(benchmark: string, assets: readonly AssetId[]): Detail {
  return (suggest) =>
    `Cannot find benchmark ${shown(benchmark)} among the assets${
      suggest(benchmark, assets)
    }: scenarios have no dates ` +
    "for an index, send its returns as an asset";
}

function whyNotOwn(benchmark: string, assets: readonly AssetId[]): Detail {
  return (suggest) =>
    `Cannot find benchmark ${shown(benchmark)} among the assets${suggest(benchmark, assets)}: ` +
    "an index is not available for own data, send its prices";
}

/**
 * Returns the reason why a benchmark is not found for listed assets. Returns null if it is an index of the market that
 * the provider has, or a listed asset of the market.
 */
function whyNotListed(benchmark: string, { market }: ListedAssets, known: ListedMarket | null): string | null {
  const indices = benchmarksOf(market).filter((id) => known?.benchmarks.includes(id));
  if (indices.some((id) => id === benchmark) || known?.marketOf(benchmark) === market) return null;
  const choice = indices.length === 0 ? "" : `${indices.join(", ")}, `;
  return `Cannot find benchmark ${shown(benchmark)} for market ${market}: ` +
    `use ${choice}an asset of the market or weights`;
}

/** Reports faults of a benchmark given by weights, each at the asset's name: no weight at all, or an unknown asset. */
export function checkWeights(weights: Readonly<Record<string, number>>, known: KnownAssets, faults: FaultList): void {
  const names = Object.keys(weights);
  if (names.length === 0) faults.add("", "Cannot use a benchmark without a weight");
  const assets = new Set<string>(known.assets);
  for (const name of names) if (!assets.has(name)) tellUnknownAsset(name, known, faults.within(jsonPointer(name)));
}

/** Reports a fault if the name of an asset in a request is not among the known assets. */
export function checkAsset(name: string, known: KnownAssets, faults: FaultList): void {
  if (!known.assets.some((asset) => asset === name)) tellUnknownAsset(name, known, faults);
}

function tellUnknownAsset(name: string, { assets, of = "" }: KnownAssets, faults: FaultList): void {
  faults.add("", (suggest) => `Cannot find asset ${shown(name)}${of}${suggest(name, assets)}`);
}

interface KnownAssets {
  readonly assets: readonly AssetId[];
  /** Words of an error sentence that follow "Cannot find asset …" and say where the asset was looked for. */
  readonly of?: string;
}

function checkBenchmarkPrices(
  prices: readonly (number | null)[],
  { kind, table }: OwnHistory,
  faults: FaultList,
): void {
  const needed = table.dates.length + (kind === "returns" ? 1 : 0);
  if (prices.length !== needed) {
    const why = kind === "returns" ? ` and one before the first of ${table.dates.length} returns` : "";
    faults.add(
      "/benchmark/prices",
      `Cannot use ${prices.length} prices: ${needed} are needed, one for each date${why}`,
    );
  }
  if (prices.every((price) => price === null)) {
    faults.add("/benchmark/prices", "Cannot use a benchmark without a price");
  }
  const alike = new AlikeFaults(), ahead = needed - table.dates.length;
  prices.forEach((price, row) => {
    if (price === null || price > 0) return;
    const detail = `Cannot use ${price} of the benchmark: a price must be above 0`;
    const place = row < ahead ? "the first price" : placeOfRow(table.dates, row - ahead);
    alike.add("price", { pointer: `/benchmark/prices/${row}`, detail, place });
  });
  alike.tell(faults);
}
