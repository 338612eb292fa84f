import type { CorporateAction, PriceHistory } from "../provider.ts";

/**
 * Smallest absolute daily return, as a fraction, that is reported as a price jump. Unadjusted splits, demergers and
 * crashes all cause such moves.
 */
export const JUMP = 0.4;

export interface PriceJump {
  readonly date: string;
  readonly return: number;
  readonly kind: "suspected_split" | "move" | "unit_change";
}

/** Largest relative distance at which a ratio of two prices still matches a split ratio, as a fraction. */
const NEAR = 0.03;
/**
 * Share ratios of the usual splits and bonus issues, from two for one to twenty for one. Three for two is left out
 * because it lowers a price by only a third, less than the reported minimum `JUMP`.
 */
const RATIOS: readonly number[] = [2, 5 / 2, 3, 4, 5, 6, 8, 10, 20];
/** Largest number of days between a known split and a price jump at which the split still explains the jump. */
const ACTION_DAYS = 4;

/**
 * Returns the daily moves of 40 % or more of a price history. A move is a suspected split when its price ratio is
 * within 3 % of a usual split ratio and no known split explains it; otherwise it is a plain move.
 */
export function jumpsOf({ dates, adjustedCloses, actions }: PriceHistory): readonly PriceJump[] {
  return dates.slice(1).flatMap((date, i) => {
    const ratio = adjustedCloses[i + 1] / adjustedCloses[i];
    if (Math.abs(ratio - 1) < JUMP) return [];
    const isSplit = RATIOS.some((shares) => isNear(ratio, shares) || isNear(ratio, 1 / shares));
    const kind = isSplit && !actions.some((action) => explains(action, date)) ? "suspected_split" : "move";
    return [{ date, return: ratio - 1, kind }];
  });
}

function isNear(ratio: number, shares: number): boolean {
  return Math.abs(ratio / shares - 1) <= NEAR;
}

function explains({ kind, date: day }: CorporateAction, date: string): boolean {
  return kind === "split" && Math.abs(Date.parse(day) - Date.parse(date)) <= ACTION_DAYS * 86_400_000;
}
