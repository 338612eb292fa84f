import { daysOf, inTurns } from "../in_turns.ts";
import type { PriceHistory } from "../provider.ts";

/** Smallest fraction of assets that must repeat their last close before a day counts as not a trading day. */
const SHARE = 0.9;
/**
 * Smallest number of assets needed to detect a repeated day. One or two assets may well close where they did the day
 * before.
 */
const LEAST_NAMES = 3;
/**
 * Probability that all repeated closes of a day happen by chance, below which chance is ruled out as their cause.
 * It has to be considered, because a share with a price of a few rupees repeats its last close on about one day in
 * five.
 */
const CHANCE = 1e-4;

/**
 * Returns the days on which at least 90 % of the assets repeat the close of the day before and chance is an unlikely
 * cause, given how often each asset repeats its close. Assets whose close had not moved on the day before are ignored,
 * for example while their trading is suspended.
 */
export async function repeatedDays(
  histories: readonly PriceHistory[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const chances = await inTurns(histories, ({ closes }) => Math.log(chanceToRepeat(closes)), signal);
  const next = new Uint32Array(histories.length);
  const last = new Float64Array(histories.length).fill(NaN);
  const moved = new Uint8Array(histories.length);
  const days = new Set<string>();
  await inTurns(await daysOf(histories, signal), (date) => {
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
  }, signal);
  return days;
}

/**
 * Returns the probability that an asset repeats its close on a day after a move, estimated from its closes. The
 * estimate is never 0, because a short history proves little.
 */
function chanceToRepeat(closes: Float64Array): number {
  let [days, repeats] = [0, 0];
  for (let row = 2; row < closes.length; row++) {
    if (closes[row - 1] === closes[row - 2]) continue;
    days++;
    if (closes[row] === closes[row - 1]) repeats++;
  }
  return (repeats + 1) / (days + 2);
}
