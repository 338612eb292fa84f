import { LotSearch } from "./lot_search.ts";

/** The weights to buy in whole lots. All amounts are in one currency. */
export interface AllocationTask {
  /** Target fractions of the capital; negative for a short position. */
  readonly weights: Float64Array;
  readonly capital: number;
  /** Price of one lot of each asset, above 0. */
  readonly lotPrices: Float64Array;
}

/** A portfolio of whole lots. */
export interface LotAllocation {
  /** Lots held of each asset; negative for a short position. */
  readonly lots: Float64Array;
  /** Σ lots × price; a short position counts as a negative amount. */
  readonly invested: number;
  /** The capital less the invested amount, at least 0. */
  readonly cash: number;
  /** Value of each position as a fraction of the capital. */
  readonly weights: Float64Array;
  /** Σ|target amount - held amount| + cash. */
  readonly objective: number;
  /**
   * Upper bound on the distance of the objective from its optimum, as a fraction of the capital; 0 if the search
   * finished.
   */
  readonly gap: number;
}

/**
 * Minimises Σ|a_i - c_i k_i| + cash over integers k, for target amounts a, lot prices c and cash = capital - Σ c_i k_i
 * ≥ 0. An asset with a positive weight has k_i ≥ 0, one with a negative weight k_i ≤ 0, any other k_i = 0. The
 * objective equals capital - Σ a_i + 2 Σ max(a_i - c_i k_i, 0), so a position above its target is penalised only by the
 * cash that other assets lack. The search starts at k_i = floor(a_i / c_i). With f_i = a_i - c_i k_i, one more lot
 * gains f_i and takes c_i of the cash; one lot fewer loses c_i and frees c_i. This is a knapsack problem whose items
 * can also be sold. It is solved by branch and bound (Horowitz and Sahni 1974, Journal of the ACM 21). Among
 * allocations that are equal up to rounding, the search returns the first it finds. Throws a RangeError if the lengths
 * differ.
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
