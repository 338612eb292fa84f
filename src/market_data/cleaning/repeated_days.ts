import { daysOf, inTurns } from "../in_turns.ts";
import type { PriceHistory } from "../provider.ts";

/** The share of names that repeat on a day that is none of its own. */
const SHARE = 0.9;
/** Fewer names than this say nothing: one or two may well close where they did. */
const LEAST_NAMES = 3;

/**
 * The days on which at least 90 % of the names close where they did on the day before. Names that had not moved then
 * either say nothing, as those whose trading is suspended.
 */
export async function repeatedDays(histories: readonly PriceHistory[]): Promise<ReadonlySet<string>> {
  const next = new Uint32Array(histories.length);
  const last = new Float64Array(histories.length).fill(NaN);
  const moved = new Uint8Array(histories.length);
  const days = new Set<string>();
  await inTurns(await daysOf(histories), (date) => {
    let telling = 0;
    let repeating = 0;
    for (let i = 0; i < histories.length; i++) {
      const { dates, closes } = histories[i];
      if (dates[next[i]] !== date || moved[i] === 0) continue;
      telling++;
      if (closes[next[i]] === last[i]) repeating++;
    }
    const isRepeated = telling >= LEAST_NAMES && repeating >= SHARE * telling;
    if (isRepeated) days.add(date);
    for (let i = 0; i < histories.length; i++) {
      const { dates, closes } = histories[i];
      if (dates[next[i]] !== date) continue;
      const close = closes[next[i]++];
      if (isRepeated) continue;
      moved[i] = Number(!Number.isNaN(last[i]) && close !== last[i]);
      last[i] = close;
    }
  });
  return days;
}
