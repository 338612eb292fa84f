import { JUMP } from "../../domain/price_move.ts";
import type { PriceHistory } from "../provider.ts";

/**
 * Largest relative difference, as a fraction, between the prices before and after a day at which the day's price counts
 * as an error that the next session reverted.
 */
const NEAR = 0.05;

/**
 * Returns the days whose price moves by 40 % or more and is reverted by the next session to within 5 % of the price
 * before.
 */
export function revertedDays({ dates, adjustedCloses: prices }: PriceHistory): ReadonlySet<string> {
  const days = new Set<string>();
  for (let row = 1; row + 1 < dates.length; row++) {
    const isOff = Math.abs(prices[row] / prices[row - 1] - 1) >= JUMP;
    if (!isOff || Math.abs(prices[row + 1] / prices[row - 1] - 1) > NEAR) continue;
    days.add(dates[row]);
    // Skips the day after a reverted price: its move back is not an error of its own.
    row++;
  }
  return days;
}
