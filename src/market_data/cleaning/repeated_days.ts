import { daysOf, inTurns } from "../in_turns.ts";
import type { PriceHistory } from "../provider.ts";

/** The share of names that repeat on a day that is none of its own. */
const SHARE = 0.9;
/** Fewer names than this say nothing: one or two may well close where they did. */
const LEAST_NAMES = 3;
/** How likely it may be that all of those that repeat do so by chance: shares of a few rupees do every fifth day. */
const CHANCE = 1e-4;

/**
 * The days on which at least 90 % of the names close where they did on the day before, and no chance would have it, by
 * how often each of them does. Names that had not moved on the day before either say nothing, as those whose trading is
 * suspended.
 */
export async function repeatedDays(histories: readonly PriceHistory[]): Promise<ReadonlySet<string>> {
  const chances = await inTurns(histories, ({ closes }) => Math.log(chanceToRepeat(closes)));
  const next = new Uint32Array(histories.length);
  const last = new Float64Array(histories.length).fill(NaN);
  const moved = new Uint8Array(histories.length);
  const days = new Set<string>();
  await inTurns(await daysOf(histories), (date) => {
    let [telling, repeating, chance] = [0, 0, 0];
    for (let i = 0; i < histories.length; i++) {
      const { dates, closes } = histories[i];
      if (dates[next[i]] !== date || moved[i] === 0) continue;
      telling++;
      if (closes[next[i]] !== last[i]) continue;
      repeating++;
      chance += chances[i];
    }
    const isRepeated = telling >= LEAST_NAMES && repeating >= SHARE * telling && chance < Math.log(CHANCE);
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

/** The share of days on which a name repeats, of days after which it had moved; never 0, for few days say little. */
function chanceToRepeat(closes: Float64Array): number {
  let [days, repeats] = [0, 0];
  for (let row = 2; row < closes.length; row++) {
    if (closes[row - 1] === closes[row - 2]) continue;
    days++;
    if (closes[row] === closes[row - 1]) repeats++;
  }
  return (repeats + 1) / (days + 2);
}
