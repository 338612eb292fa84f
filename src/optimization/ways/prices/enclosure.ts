/** An argument that was tried, and what the function sought to be 0 is there. */
export interface Tried {
  readonly at: number;
  readonly excess: number;
}

/**
 * Two arguments between which a function crosses 0, narrowed by false position: the end that stays is given less
 * excess, the more slowly the other one nears (Anderson and Björck (1973), A new high order method of regula falsi
 * type, BIT 13).
 */
export class Enclosure {
  #low: Tried;
  #high: Tried;

  /** Two ends of opposite signs, in whichever order. */
  constructor(low: Tried, high: Tried) {
    this.#low = low;
    this.#high = high;
  }

  /** Where the line through both ends crosses 0. */
  get crossing(): number {
    const low = this.#low, high = this.#high;
    return low.at + (high.at - low.at) * low.excess / (low.excess - high.excess);
  }

  /** Takes in what was found between the ends: it takes the place of the one on its side of 0. */
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
