import type { AssetId, Market } from "../../domain/asset.ts";
import { lastFinishedDay } from "../last_finished_day.ts";
import type { FetchContext, OmittedRow, PriceHistory } from "../provider.ts";
import { inTurns } from "../in_turns.ts";
import { jumpsOf, type PriceJump } from "./price_jumps.ts";
import { repeatedDays } from "./repeated_days.ts";
import { revertedDays } from "./reverted_days.ts";
import { unitChanges, withUnitChanges } from "./unit_changes.ts";

/** Type of the price histories of several assets of one market. */
export interface MarketHistories {
  readonly market: Exclude<Market, "CUSTOM">;
  readonly assets: readonly AssetId[];
  /** Price histories of the assets, one for each, in the order of `assets`. */
  readonly histories: readonly PriceHistory[];
}

export interface CleanHistories {
  /** Price histories without unusable rows; each history lists its removed rows in `omitted`. */
  readonly histories: readonly PriceHistory[];
  /**
   * Moves of 40 % or more from one row of the cleaned prices to the next, and the days on which funds changed their
   * unit, asset by asset.
   */
  readonly jumps: readonly AssetJump[];
}

export interface AssetJump extends PriceJump {
  readonly asset: AssetId;
}

/**
 * Cleans price histories for use in a run. Removes sessions that are not over, values that are not prices, days on
 * which nearly all assets repeat their last close (not for mutual funds), and prices that the next session reverts.
 * Rescales the values of a fund from before a change of its unit to the new unit. Other moves stay, whatever their
 * size, because crashes are real.
 */
export async function cleanHistories(
  { market, assets, histories }: MarketHistories,
  { now, signal }: Pick<FetchContext, "now" | "signal">,
): Promise<CleanHistories> {
  const finished = lastFinishedDay(market, now());
  const readable = await inTurns(
    histories,
    (history) => withoutUnreadable(withoutUnfinished(history, finished)),
    signal,
  );
  // Mutual funds skip the repeated-day check: funds of one house may keep their values over a day, and funds have no
  // trading sessions of their own.
  const repeated = market === "MF" ? new Set<string>() : await repeatedDays(readable, signal);
  const cleaned = await inTurns(readable, (history, i) => {
    const traded = withoutDays(history, repeated, "holiday");
    const steady = withoutDays(traded, revertedDays(traded), "reverted");
    const changes = market === "MF" ? unitChanges(steady) : [];
    const kept = withUnitChanges(steady, changes);
    const jumps = [...changes, ...jumpsOf(kept)].sort((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0);
    return { kept, jumps: jumps.map((jump): AssetJump => ({ asset: assets[i], ...jump })) };
  }, signal);
  return {
    histories: cleaned.map(({ kept }) => kept),
    jumps: cleaned.flatMap(({ jumps }) => jumps),
  };
}

function withoutUnfinished(history: PriceHistory, finished: string): PriceHistory {
  return without(history, (row) => history.dates[row] > finished ? "unfinished" : null);
}

function withoutUnreadable(history: PriceHistory): PriceHistory {
  const { adjustedCloses, closes } = history;
  const isPrice = (price: number): boolean => price > 0 && Number.isFinite(price);
  return without(history, (row) => isPrice(adjustedCloses[row]) && isPrice(closes[row]) ? null : "unreadable");
}

function withoutDays(history: PriceHistory, days: ReadonlySet<string>, reason: OmittedRow["reason"]): PriceHistory {
  return days.size === 0 ? history : without(history, (row) => days.has(history.dates[row]) ? reason : null);
}

/**
 * Returns the price history without the rows for which `whyNot` gives a reason, and lists them in `omitted`. Returns
 * the same object where no row is removed.
 */
function without(history: PriceHistory, whyNot: (row: number) => OmittedRow["reason"] | null): PriceHistory {
  const { dates, adjustedCloses, closes, omitted = [] } = history;
  if (!dates.some((_, row) => whyNot(row) !== null)) return history;
  const reasons = dates.map((_, row) => whyNot(row));
  const left = reasons.flatMap((reason, row) => reason === null ? [] : [{ date: dates[row], reason }]);
  const isKept = (_: unknown, row: number): boolean => reasons[row] === null;
  return {
    ...history,
    dates: dates.filter(isKept),
    adjustedCloses: adjustedCloses.filter(isKept),
    closes: closes.filter(isKept),
    omitted: [...omitted, ...left].sort((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0),
  };
}
