/** What is held before the first rebalance. What the weights leave of 1 is cash, which earns nothing. */
export interface StartingHoldings {
  readonly weights: Float64Array;
  /**
   * The size of holdings in assets without returns: they keep their worth until they are sold at the first rebalance.
   */
  readonly outside: number;
}

/** What a rebalance traded. */
export interface Trade {
  /** One-way: half the sum of the sizes of all changes. */
  readonly turnover: number;
  /** A fraction of the wealth before it. */
  readonly cost: number;
}

/** Weights that move with the returns of their assets. */
export class DriftingPortfolio {
  #weights: Float64Array;
  #outside: number;
  #isRuined = false;

  constructor({ weights, outside }: StartingHoldings) {
    this.#weights = weights.slice();
    this.#outside = outside;
  }

  /** Shares of the wealth at hand; a copy. */
  get weights(): Float64Array {
    return this.#weights.slice();
  }

  get outside(): number {
    return this.#outside;
  }

  /** Nothing is left to rebalance or to earn with. */
  get isRuined(): boolean {
    return this.#isRuined;
  }

  /** Trades to the target at `costRate` of what is traded. The cost is not paid here but out of the next return. */
  rebalance(target: Float64Array, costRate: number): Trade {
    const traded = target.reduce((sum, weight, i) => sum + Math.abs(weight - this.#weights[i]), this.#outside);
    this.#weights = target.slice();
    this.#outside = 0;
    return { turnover: traded / 2, cost: costRate * traded };
  }

  /**
   * The return of a period after `cost`: sum(w_i r_i) - cost, no lower than the loss of everything. With `drift` the
   * weights move, w_i (1 + r_i) / (1 + sum(w_j r_j)); the cost is paid by all of them alike.
   */
  earn(returns: Float64Array, { cost, drift }: { cost: number; drift: boolean }): number {
    if (this.#isRuined) return 0;
    const weights = this.#weights;
    let gross = 0;
    for (let i = 0; i < weights.length; i++) gross += weights[i] * returns[i];
    const net = gross - cost;
    if (!(net > -1)) {
      this.#isRuined = true;
      this.#weights.fill(0);
      this.#outside = 0;
      return -1;
    }
    if (drift) {
      const growth = 1 + gross;
      for (let i = 0; i < weights.length; i++) weights[i] *= (1 + returns[i]) / growth;
      this.#outside /= growth;
    }
    return net;
  }
}
