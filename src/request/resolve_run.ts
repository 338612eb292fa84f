import { type AssetId, assetId } from "../domain/asset.ts";
import { type ListedAssets, type ListedMarket, readListedAssets } from "./listed_assets.ts";
import { type BenchmarkChoice, benchmarkOf } from "./parts/benchmark.ts";
import type { ParsedRun } from "./parse_run.ts";
import { withMaps } from "./parts/methods.ts";
import { MapsOfRun, NO_SAVED_MAPS, type SavedMaps } from "./saved_maps.ts";

/** What the names in a run are looked up in. */
export interface Lookups {
  /** Null where no asset is listed: stocks and funds are not found then. */
  readonly market: ListedMarket | null;
  /** What was found of the saved maps that the run names; none if absent. */
  readonly maps?: SavedMaps;
}

/** A run with its names looked up: what the rules of its parts are checked against. */
export interface ResolvedRun extends ParsedRun, Omit<Lookups, "maps"> {
  /** Null where the assets are those of a history or of moments. */
  readonly listed: ListedAssets | null;
  /** Those listed, of the history or of the moments, in the order sent. */
  readonly assets: readonly AssetId[];
  readonly benchmark: BenchmarkChoice | null;
  readonly hasHistory: boolean;
  readonly hasBenchmark: boolean;
  readonly hasStartingPortfolio: boolean;
  readonly savedMaps: MapsOfRun;
}

/** The second step of reading a run: its names looked up. What is not found is told to the faults of the run. */
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
    hasBenchmark: body.benchmark !== undefined,
    hasStartingPortfolio: body.starting_portfolio !== undefined,
  };
}
