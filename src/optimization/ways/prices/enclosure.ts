/** A tried argument `at`, and the value `excess` there of the function whose zero is sought. */
export interface Tried {
  readonly at: number;
  readonly excess: number;
}

/**
 * Encloses the zero of a function between two arguments and narrows them by false position. If one end stays, its value
 * is reduced by the factor of Anderson and Björck, so that both ends approach the zero (Anderson and Björck (1973), A
 * new high order method of regula falsi type, BIT 13).
 */
export class Enclosure {
  #low: Tried;
  #high: Tried;

  /** Takes two arguments, in any order, at which the function has opposite signs. */
  constructor(low: Tried, high: Tried) {
    this.#low = low;
    this.#high = high;
  }

  /** Zero of the line through both ends. */
  get crossing(): number {
    const low = this.#low, high = this.#high;
    return low.at + (high.at - low.at) * low.excess / (low.excess - high.excess);
  }

  /** Replaces the end whose value has the sign of `here`. */
  narrow(here: Tried): void {
    if (here.excess > 0 === this.#low.excess > 0) {
      this.#high = lessened(this.#high, here, this.#low);
      this.#low = here;
    } else {
      this.#low = lessened(this.#low, here, this.#high);
      this.#high = here;
    }
  }
}

function lessened(end: Tried, here: Tried, before: Tried): Tried {
  const share = 1 - here.excess / before.excess;
  return { ...end, excess: end.excess * (share > 0 ? share : 0.5) };
}
