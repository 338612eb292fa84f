import type { AssetId, Market } from "../../domain/asset.ts";
import { lastFinishedDay } from "../last_finished_day.ts";
import type { OmittedRow, PriceHistory } from "../provider.ts";
import { inTurns } from "../in_turns.ts";
import { jumpsOf, type PriceJump } from "./price_jumps.ts";
import { repeatedDays } from "./repeated_days.ts";
import { revertedDays } from "./reverted_days.ts";
import { unitChanges, withUnitChanges } from "./unit_changes.ts";

/** Histories of assets of one market. */
export interface MarketHistories {
  readonly market: Exclude<Market, "CUSTOM">;
  readonly assets: readonly AssetId[];
  /** In the order of the assets. */
  readonly histories: readonly PriceHistory[];
}

export interface CleanHistories {
  /** Without what cannot be used, which is told with each. */
  readonly histories: readonly PriceHistory[];
  /** Moves beyond 40 % that are left, asset by asset. */
  readonly jumps: readonly AssetJump[];
}

export interface AssetJump extends PriceJump {
  readonly asset: AssetId;
}

/**
 * Histories as a run may use them. Left out are sessions that are not over, prices that are none, days on which nearly
 * all names repeat, and prices that the next session undoes. The values of a fund before its unit changed are in the
 * new one. Other moves stay, whatever their size: crashes are real.
 */
export async function cleanHistories(
  { market, assets, histories }: MarketHistories,
  now: string,
): Promise<CleanHistories> {
  const finished = lastFinishedDay(market, now);
  const readable = await inTurns(histories, (history) => withoutUnreadable(withoutUnfinished(history, finished)));
  // Funds of one house may well keep their values over a day, and have no sessions of their own.
  const repeated = market === "MF" ? new Set<string>() : await repeatedDays(readable);
  const cleaned = await inTurns(readable, (history, i) => {
    const traded = withoutDays(history, repeated, "holiday");
    const steady = withoutDays(traded, revertedDays(traded), "reverted");
    const changes = market === "MF" ? unitChanges(steady) : [];
    const kept = withUnitChanges(steady, changes);
    const jumps = [...changes, ...jumpsOf(kept)].sort((a, b) => a.date < b.date ? -1 : a.date > b.date ? 1 : 0);
    return { kept, jumps: jumps.map((jump): AssetJump => ({ asset: assets[i], ...jump })) };
  });
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

/** The same history where nothing is left out. */
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
