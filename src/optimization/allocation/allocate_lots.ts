import { LotSearch } from "./lot_search.ts";

/** What is to be bought, in one currency. */
export interface AllocationTask {
  /** Shares of the capital; below 0 what is sold short. */
  readonly weights: Float64Array;
  readonly capital: number;
  /** Of one lot of each asset, above 0. */
  readonly lotPrices: Float64Array;
}

/** Whole lots for weights. */
export interface LotAllocation {
  /** Below 0 where they are sold short. */
  readonly lots: Float64Array;
  /** Σ lots × price: short sales bring in what they are worth. */
  readonly invested: number;
  /** The capital less what is invested, at least 0. */
  readonly cash: number;
  /** Of the capital. */
  readonly weights: Float64Array;
  /** Σ|amount wanted - amount held| + cash. */
  readonly objective: number;
  /** By how much the objective may be above its least, as a share of the capital; 0 where the search is complete. */
  readonly gap: number;
}

/**
 * The whole lots k of least Σ|a - c k| + cash, a the amounts wanted, c the prices of a lot and cash = capital - Σ c k
 * at least 0; weights above 0 are held by no fewer than no lots, those below 0 by no more, others not at all. As Σ|a -
 * c k| + cash = capital - Σ a + 2 Σ max(a - c k, 0), what is held beyond an amount costs nothing but the cash that
 * others lack. From the lots below each amount, with f left of it, one more gains f and costs c of the cash, and one
 * fewer loses c and frees c: a knapsack problem with items to sell, by branch and bound (Horowitz and Sahni 1974,
 * Journal of the ACM 21). Of allocations that are alike to rounding the first found is taken. Throws a RangeError
 * where lengths disagree.
 */
export function allocateLots({ weights, capital, lotPrices }: AllocationTask): LotAllocation {
  if (weights.length !== lotPrices.length) {
    throw new RangeError(`Cannot allocate ${weights.length} weights by ${lotPrices.length} prices`);
  }
  const amounts = weights.map((weight) => weight * capital);
  const below = amounts.map((amount, i) => Math.floor(amount / lotPrices[i]));
  const room = lotPrices.reduce((left, price, i) => left - price * below[i], capital);
  const held = Array.from(weights.keys()).filter((i) => weights[i] !== 0);
  const items = held.map((place) => ({
    place,
    price: lotPrices[place],
    gain: amounts[place] - lotPrices[place] * below[place],
    fewerAtMost: weights[place] > 0 ? below[place] : Infinity,
  }));
  const { more, fewer, lost } = new LotSearch(items, { room, capital }).run();
  const lots = below.map((count, i) => count + (more.has(i) ? 1 : 0) - (fewer.get(i) ?? 0));
  const invested = lots.reduce((sum, count, i) => sum + count * lotPrices[i], 0);
  const cash = Math.max(0, capital - invested);
  return {
    lots,
    invested,
    cash,
    weights: lots.map((count, i) => count * lotPrices[i] / capital),
    objective: lots.reduce((sum, count, i) => sum + Math.abs(amounts[i] - count * lotPrices[i]), cash),
    gap: 2 * lost / capital,
  };
}
