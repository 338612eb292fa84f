import { z } from "zod";
import type { AssetId, Market } from "../../domain/asset.ts";
import { boundedName } from "../../domain/bounded_name.ts";
import { entryAt } from "../../domain/entry_at.ts";
import { jsonPointer } from "../../domain/errors.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import type { HistoryTable, OwnHistory } from "./history.ts";
import type { Part } from "./part.ts";

/** Largest capital that may be spent on whole lots, a trillion. Up to it amounts are exact to a ten-thousandth. */
const LARGEST_CAPITAL = 1e12;
/** Largest number of units of an asset in one lot. */
const LARGEST_LOT = 1e9;
/**
 * Number of parts into which a unit can be divided: lots of funds, and of assets with the caller's own prices, are
 * whole thousandths of a unit.
 */
const THOUSANDTHS = 1000;

const allocation = z.strictObject({
  capital: z.number().positive({ error: ({ input }) => `Cannot buy for ${input}: give a capital above 0` })
    .max(LARGEST_CAPITAL, { error: ({ input }) => `Cannot buy for ${input}: give a capital of at most 1e12` })
    .meta({ description: "Money for which whole lots are bought, in the currency of the prices" }),
  lots: z.record(
    boundedName,
    z.number().positive({ error: ({ input }) => `Cannot trade lots of ${input}: give more than 0 units` })
      .max(LARGEST_LOT, { error: ({ input }) => `Cannot trade lots of ${input}: give at most 1e9 units` }),
  ).default({}).meta({ description: "Number of units in a lot of each asset: {asset: units}; 1 for others" }),
});

const schema = z.strictObject({
  allocation: allocation.optional().meta({
    description: "Whole lots of the assets to buy for an amount of money, near the weights",
  }),
});

export type AllocationFields = z.output<typeof schema>;
export type AllocationRequest = z.output<typeof allocation>;

/**
 * Type of the run's data that the checks of its allocation (buying whole lots) need: assets, own history and market.
 */
interface AllocatedRun {
  readonly assets: readonly AssetId[];
  readonly history: OwnHistory | null;
  readonly listed: { readonly market: Market } | null;
  readonly beside: { readonly market: Market } | undefined;
}

/** Definition of the request field `allocation`: the capital with which whole lots are bought. */
export const allocationPart = {
  schema,
  rules({ allocation: asked, ...sent }, run, faults) {
    if (asked === undefined) return;
    const within = faults.within("/allocation");
    if (run.listed === null && run.history?.kind !== "prices") {
      const given = run.history?.kind ?? "moments";
      return within.add(
        "",
        `Cannot allocate whole lots by ${given}, which have no prices: give prices or listed assets`,
      );
    }
    const market = run.listed?.market ?? run.beside?.market ?? "CUSTOM";
    checkLots(asked, { assets: run.assets, market }, within.within("/lots"));
    if (run.history !== null) checkCapital(asked, { ...sent, table: run.history.table, market }, within);
  },
  config: ({ allocation: asked }) => asked === undefined ? {} : { allocation: asked },
} satisfies Part<AllocationFields & DatedFields, AllocatedRun, AllocationFields>;

/** End date of the run as YYYY-MM-DD. Prices after it are not used. */
interface DatedFields {
  readonly end_date?: string | undefined;
}

function checkLots(
  { lots }: AllocationRequest,
  { assets, market }: { readonly assets: readonly AssetId[]; readonly market: Market },
  faults: FaultList,
): void {
  const known = new Set<string>(assets), isWhole = market === "IN" || market === "US";
  for (const [asset, units] of Object.entries(lots)) {
    const pointer = jsonPointer(asset);
    if (!known.has(asset)) {
      faults.add(pointer, (suggest) => `Cannot find "${asset}" among the assets of the run${suggest(asset, assets)}`);
    } else if (isWhole && !Number.isInteger(units)) {
      faults.add(pointer, `Cannot trade lots of ${units} shares of "${asset}": a whole number is needed`);
    } else if (Math.abs(units * THOUSANDTHS - Math.round(units * THOUSANDTHS)) > 1e-6 || units * THOUSANDTHS < 0.5) {
      faults.add(pointer, `Cannot trade lots of ${units} units of "${asset}": whole thousandths are needed`);
    }
  }
}

/**
 * Reports a fault if the capital of a request does not buy a single lot at the caller's own prices, which are known
 * when the run is submitted.
 */
function checkCapital(
  asked: AllocationRequest,
  { table, end_date, market }: DatedFields & { readonly table: HistoryTable; readonly market: Market },
  faults: FaultList,
): void {
  const why = whyNothingBought({ ...asked, assets: table.assets, market, closes: lastPrices(table, end_date) });
  if (why !== null) faults.add("/capital", why);
}

/**
 * Type of the data for buying lots: the capital, the lots, the assets that may be bought and their last prices. A price
 * is NaN if the asset has none.
 */
interface Purchase extends AllocationRequest {
  readonly assets: readonly AssetId[];
  readonly market: Market;
  readonly closes: Float64Array;
}

/**
 * Returns a sentence that says why a capital does not buy a single lot of any asset, or null if it buys one or no price
 * is known.
 */
export function whyNothingBought({ capital, lots, assets, market, closes }: Purchase): string | null {
  const cheapest = assets.reduce((least, asset, i) => {
    const cost = entryAt(closes, i) * unitsOfLot(asset, lots, market);
    return cost < least.cost ? { asset, cost } : least;
  }, { asset: "", cost: Infinity });
  if (!(capital < cheapest.cost) || cheapest.cost === Infinity) return null;
  return `Cannot buy anything for ${capital}: give at least ${cheapest.cost}, the price of the cheapest lot, ` +
    `of "${cheapest.asset}"`;
}

/** Returns the last price of each asset of a history up to a day (inclusive). A price is NaN if there is none. */
export function lastPrices({ dates, assets, values }: HistoryTable, end: string | undefined): Float64Array {
  const last = new Float64Array(assets.length).fill(NaN);
  dates.forEach((date, row) => {
    if (end !== undefined && date > end) return;
    for (let i = 0; i < assets.length; i++) {
      const price = values.data[row * assets.length + i] ?? NaN;
      if (!Number.isNaN(price)) last[i] = price;
    }
  });
  return last;
}

/**
 * Returns the number of units in one lot of an asset. If the request gives no lot, it is a thousandth of a unit for a
 * fund of the Indian fund market, and one share or unit for any other asset.
 */
export function unitsOfLot(asset: AssetId, lots: AllocationRequest["lots"], market: Market): number {
  const lot = Object.hasOwn(lots, asset) ? lots[asset] : undefined;
  if (lot === undefined) return market === "MF" ? 1 / THOUSANDTHS : 1;
  return Math.round(lot * THOUSANDTHS) / THOUSANDTHS;
}
