import { type AssetId, assetId } from "../domain/asset.ts";
import { type ListedAssets, type ListedMarket, readListedAssets } from "./listed_assets.ts";
import { type BenchmarkChoice, benchmarkOf } from "./parts/benchmark.ts";
import { scenariosOf } from "./parts/history.ts";
import type { ParsedRun } from "./parse_run.ts";
import { withMaps } from "./parts/methods.ts";
import { MapsOfRun, NO_SAVED_MAPS, type SavedMaps } from "./saved_maps.ts";

/** Type of the sources in which the names in a run's request are looked up: listings and saved classification maps. */
export interface Lookups {
  /** Listings of market data. Null if there are none; then stocks and funds are not found. */
  readonly market: ListedMarket | null;
  /** Saved classification maps that were found for the run; none if absent. */
  readonly maps?: SavedMaps;
}

/** Type of a run's request after its names have been looked up, against which the rules of its parts are checked. */
export interface ResolvedRun extends ParsedRun, Omit<Lookups, "maps"> {
  /** Assets of the run that come from market data. Null if they come from a history or from moments. */
  readonly listed: ListedAssets | null;
  /** Assets of the run in the order sent, from listings, the history or the moments. */
  readonly assets: readonly AssetId[];
  readonly benchmark: BenchmarkChoice | null;
  /** Whether the run has returns, and not only moments. */
  readonly hasHistory: boolean;
  /** Whether the returns of the run are scenarios, which have no dates and no order. */
  readonly isUnordered: boolean;
  /** Whether the run has scenarios that are not equally likely. */
  readonly isWeighted: boolean;
  readonly hasBenchmark: boolean;
  readonly hasStartingPortfolio: boolean;
  /** Whether estimates are made from what each pair of assets has, so that no returns of all assets are used. */
  readonly isByPairs: boolean;
  readonly savedMaps: MapsOfRun;
}

/**
 * Looks up the names in a run's request, the second step of reading it. Names that are not found are added to the run's
 * faults.
 */
export function resolveRun(parsed: ParsedRun, { market, maps = NO_SAVED_MAPS }: Lookups): ResolvedRun {
  const { body, values, beside, history, methods, constraints, faults } = parsed;
  const listed = readListedAssets(body, market, faults);
  const assets = listed?.assets ?? history?.table.assets ?? body.moments?.assets.map(assetId) ?? [];
  const savedMaps = new MapsOfRun(maps, assets, { values });
  return {
    ...parsed,
    constraints: savedMaps.fill(constraints),
    methods: methods.map((method) => withMaps(method, savedMaps)),
    savedMaps,
    market,
    listed,
    assets,
    benchmark: body.benchmark === undefined
      ? null
      : benchmarkOf(body.benchmark, { assets, name: beside?.benchmarkName }),
    hasHistory: history !== null || body.moments === undefined,
    ...scenariosOf({ history }),
    hasBenchmark: body.benchmark !== undefined,
    hasStartingPortfolio: body.starting_portfolio !== undefined,
    isByPairs: body.history === "available",
  };
}
