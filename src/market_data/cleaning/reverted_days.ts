import type { PriceHistory } from "../provider.ts";
import { JUMP } from "./price_jumps.ts";

/** How near the session after must come to the one before. */
const NEAR = 0.05;

/** The days of prices that are more than 40 % off, and that the next session undoes to within 5 %. */
export function revertedDays({ dates, adjustedCloses: prices }: PriceHistory): ReadonlySet<string> {
  const days = new Set<string>();
  for (let row = 1; row + 1 < dates.length; row++) {
    const isOff = Math.abs(prices[row] / prices[row - 1] - 1) >= JUMP;
    if (!isOff || Math.abs(prices[row + 1] / prices[row - 1] - 1) > NEAR) continue;
    days.add(dates[row]);
    // What undoes it is no move of its own.
    row++;
  }
  return days;
}
