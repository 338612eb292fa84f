import type { CorporateAction, PriceHistory } from "../provider.ts";

/** A move of a day beyond this is told: an unadjusted split or demerger looks so, and so does a crash. */
export const JUMP = 0.4;

export interface PriceJump {
  readonly date: string;
  readonly return: number;
  readonly kind: "suspected_split" | "move" | "unit_change";
}

/** How near a ratio of prices is to one of shares. */
const NEAR = 0.03;
/**
 * Ratios of shares in which splits and bonus issues are made, from two for one to twenty for one. Three for two moves a
 * price by less than is told.
 */
const RATIOS: readonly number[] = [2, 5 / 2, 3, 4, 5, 6, 8, 10, 20];
/** Days before and after which a split that is known explains a move. */
const ACTION_DAYS = 4;

/**
 * The moves of a day beyond 40 %: those that look like a split that no one has told, by a ratio of small whole numbers
 * to within 3 %, and all others.
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
