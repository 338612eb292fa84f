import type { Doubt } from "../../domain/doubt.ts";
import { jumpDoubts } from "../../doubts/jump_doubts.ts";
import { grossReturns } from "../../doubts/kinds/gross_returns.ts";
import { largeReturns } from "../../doubts/kinds/large_returns.ts";
import { pricesAsReturns } from "../../doubts/kinds/prices_as_returns.ts";
import { returnsInPercent } from "../../doubts/kinds/returns_in_percent.ts";
import { calendarNumbers } from "../../doubts/kinds/calendar_numbers.ts";
import { calendarNumberDoubts } from "./calendar_number_doubts.ts";
import { constantTotalDoubts } from "./constant_total_doubts.ts";
import { currencyDoubts } from "./currency_doubts.ts";
import { grossPriceDoubts } from "./gross_price_doubts.ts";
import { logPriceDoubts } from "./log_price_doubts.ts";
import { type HistoryCheck, ownSeries, type OwnTable, type TakenReturns, type UsedDates } from "./own_series.ts";
import { percentReturnDoubts } from "./percent_return_doubts.ts";
import { type OwnJump, ownJumps } from "./price_jumps.ts";
import { repeatedDayDoubts } from "./repeated_day_doubts.ts";
import { returnLevelDoubts } from "./return_level_doubts.ts";
import { revertingPrices } from "./reverting_prices.ts";
import { sparseSeriesDoubts } from "./sparse_series_doubts.ts";
import { stalePriceDoubts } from "./stale_price_doubts.ts";
import { totalDoubts } from "./total_doubts.ts";
import { twinDoubts } from "./twin_doubts.ts";

/** Every check of the caller's own history, in the order of their doubts. A new check is one file and one line here. */
const CHECKS: readonly HistoryCheck[] = [
  percentReturnDoubts,
  returnLevelDoubts,
  sparseSeriesDoubts,
  stalePriceDoubts,
  repeatedDayDoubts,
  twinDoubts,
  totalDoubts,
  currencyDoubts,
  logPriceDoubts,
  calendarNumberDoubts,
  constantTotalDoubts,
  grossPriceDoubts,
];

/** Type of what the caller's own history is found to have: doubts, and large moves as of listed prices. */
export interface HistoryFindings {
  readonly doubts: readonly Doubt[];
  readonly jumps: readonly OwnJump[];
}

/**
 * Looks at the caller's own prices or returns as at listed ones: large moves and suspected splits, stale prices,
 * repeated days, returns in percent, copied series, totals, currencies, logarithms and numbers of days. Nothing of them
 * is changed. `taken` are the returns that the run takes of them, without which values that are too far apart are not
 * told.
 */
export function historyFindings(own: OwnTable, used: UsedDates, taken: TakenReturns | null = null): HistoryFindings {
  const series = ownSeries(own, used, taken), doubts = CHECKS.flatMap((check) => check(series));
  // Returns in another unit are one doubt, and not a large move on every day.
  if (doubts.some(({ code }) => OTHER_UNITS.includes(code))) return { jumps: [], doubts };
  const moving = ownJumps(series), jumps = moving.flatMap((one) => one.jumps);
  // An asset of calendar numbers is told once, without its large moves.
  const noPrices = new Set(doubts.filter(({ code }) => code === calendarNumbers.id).flatMap(({ assets }) => assets));
  const found = moving.filter(({ asset }) => !noPrices.has(asset)).map((one) => ({
    ...one,
    ...revertingPrices(one, series),
  }));
  const counts = new Map<string, number>(
    found.map((one) => [one.asset, one.count - one.jumps.length + one.others.length]),
  );
  const moves = jumpDoubts(found.flatMap(({ others }) => others), (asset) => counts.get(asset));
  return { jumps: jumps.slice(0, MOST_JUMPS), doubts: [...found.flatMap((one) => one.doubts), ...moves, ...doubts] };
}

/** Largest number of large moves that a result lists. Honest prices have a few; wild ones may have millions. */
const MOST_JUMPS = 1_000;

const OTHER_UNITS: readonly string[] = [returnsInPercent.id, largeReturns.id, grossReturns.id, pricesAsReturns.id];
