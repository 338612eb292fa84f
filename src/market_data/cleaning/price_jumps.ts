import { fitsSplit, JUMP, USUAL_SPLITS } from "../../domain/price_move.ts";
import type { CorporateAction, PriceHistory } from "../provider.ts";

export interface PriceJump {
  readonly date: string;
  readonly return: number;
  readonly kind: "suspected_split" | "move" | "unit_change";
}

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
    const kind = fitsSplit(ratio, USUAL_SPLITS) && !actions.some((action) => explains(action, date))
      ? "suspected_split"
      : "move";
    return [{ date, return: ratio - 1, kind }];
  });
}

function explains({ kind, date: day }: CorporateAction, date: string): boolean {
  return kind === "split" && Math.abs(Date.parse(day) - Date.parse(date)) <= ACTION_DAYS * 86_400_000;
}
