/**
 * Holdings of a backtest's portfolio before a rebalance, as fractions of wealth. The rest up to 1 is cash, which earns
 * nothing.
 */
export interface StartingHoldings {
  readonly weights: Float64Array;
  /**
   * Sum of the absolute weights of holdings in assets outside the run, whose returns are unknown. They keep their value
   * until the first rebalance sells them.
   */
  readonly outside: number;
}

/** Type of the turnover and cost of one rebalance in a backtest. */
export interface Trade {
  /** One-way turnover: half the sum of the absolute changes of all weights. */
  readonly turnover: number;
  /** Trading cost as a fraction of the wealth before the rebalance. */
  readonly cost: number;
}

/** Portfolio of a backtest whose weights drift with the returns of its assets. */
export class DriftingPortfolio {
  #weights: Float64Array;
  #outside: number;
  #isRuined = false;

  constructor({ weights, outside }: StartingHoldings) {
    this.#weights = weights.slice();
    this.#outside = outside;
  }

  /** Copy of the portfolio's current weights, as fractions of current wealth. */
  get weights(): Float64Array {
    return this.#weights.slice();
  }

  get outside(): number {
    return this.#outside;
  }

  /** Whether the portfolio has lost all wealth, so that it neither rebalances nor earns any more. */
  get isRuined(): boolean {
    return this.#isRuined;
  }

  /**
   * Trades the portfolio to the target weights and returns turnover and cost. The cost is `costRate` times the traded
   * amount; it is deducted from the next return, not here.
   */
  rebalance(target: Float64Array, costRate: number): Trade {
    const traded = target.reduce((sum, weight, i) => sum + Math.abs(weight - this.#weights[i]), this.#outside);
    this.#weights = target.slice();
    this.#outside = 0;
    return { turnover: traded / 2, cost: costRate * traded };
  }

  /** Sells the whole holding in one asset for cash and returns its size, as a fraction of wealth. */
  sell(asset: number): number {
    const size = Math.abs(this.#weights[asset]);
    this.#weights[asset] = 0;
    return size;
  }

  /**
   * Returns the portfolio's return of one period after `cost`: sum(w_i r_i) - cost for weights w and asset returns r,
   * at least -1 (total loss), and 0 in all periods after a total loss. With `drift` the weights change to w_i (1 + r_i)
   * / (1 + sum(w_j r_j)); all holdings bear the cost in proportion.
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
