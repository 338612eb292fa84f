/** An asset in the knapsack problem, held with floor(target amount / price) lots at the start. */
export interface LotItem {
  readonly place: number;
  /** Price of one lot. */
  readonly price: number;
  /** Target amount less the amount held at the start, below the price of a lot. */
  readonly gain: number;
  readonly fewerAtMost: number;
}

/** The assets, by their places, that get one more lot, and those that give up lots, with the number of lots. */
export interface ChosenLots {
  readonly more: ReadonlySet<number>;
  readonly fewer: ReadonlyMap<number, number>;
  /** Upper bound on the gain of the optimal choice over this one. */
  readonly lost: number;
}

/**
 * Largest number of nodes. When they are used up, the search returns its best choice with a bound on its distance from
 * the optimum.
 */
const STEPS = 200_000;

/** Rounding error of a sum, as a share of the capital. A better choice must gain more than this. */
const ROUNDING = 1e-13;

interface Sums {
  readonly room: number;
  readonly gain: number;
}

/**
 * Branch and bound for a knapsack problem. One more lot of an item gains `gain` and costs `price`; one lot fewer loses
 * `price` and frees `price`. The choice of largest total gain must cost no more than the room. Items are sorted by gain
 * per price, so the linear relaxation bounds a node: it fills the room with the remaining items in that order, the last
 * one in part. If the room is negative, the bound is the loss of freeing the deficit.
 */
export class LotSearch {
  readonly #items: readonly LotItem[];
  readonly #room: number;
  readonly #rounding: number;
  /** Running sums: the prices and gains of the items before each place. */
  readonly #prices: Float64Array;
  readonly #gains: Float64Array;
  /** The items on the current branch that get one more lot, by their places in `items`. */
  readonly #taken = new Set<number>();
  #steps = 0;
  #best = -Infinity;
  #more = new Set<number>();
  #fewer = new Map<number, number>();

  constructor(items: readonly LotItem[], { room, capital }: { readonly room: number; readonly capital: number }) {
    this.#items = items.toSorted((a, b) =>
      b.gain / b.price - a.gain / a.price || b.price - a.price || a.place - b.place
    );
    this.#room = room;
    this.#rounding = ROUNDING * capital;
    this.#prices = runningSums(this.#items.map(({ price }) => price));
    this.#gains = runningSums(this.#items.map(({ gain }) => gain));
  }

  run(): ChosenLots {
    const most = this.#mostFrom(0, this.#room);
    this.#visit(0, { room: this.#room, gain: 0 });
    const lost = this.#steps < STEPS ? 0 : Math.max(0, most - this.#best);
    return { more: this.#more, fewer: this.#fewer, lost };
  }

  /** Branches on the items from a place on; an item that fits is taken first, one that does not is first left out. */
  #visit(at: number, { room, gain }: Sums): void {
    if (this.#steps >= STEPS || gain + this.#mostFrom(at, room) <= this.#best + this.#rounding) return;
    this.#steps++;
    if (at === this.#items.length) return this.#settle({ room, gain });
    const { price, gain: own } = this.#items[at], isFitting = price <= room + this.#rounding;
    for (const isTaken of [isFitting, !isFitting]) {
      if (isTaken) this.#taken.add(at);
      this.#visit(at + 1, isTaken ? { room: room - price, gain: gain + own } : { room, gain });
      this.#taken.delete(at);
    }
  }

  /**
   * The bound of the linear relaxation: the largest gain of the items from a place on, or the loss of a negative room.
   */
  #mostFrom(at: number, room: number): number {
    if (room < -this.#rounding) return room;
    const n = this.#items.length, prices = this.#prices, filled = prices[at] + room;
    let low = at, high = n;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (prices[middle] <= filled) low = middle;
      else high = middle - 1;
    }
    const whole = this.#gains[low] - this.#gains[at];
    if (low === n) return whole;
    const { gain, price } = this.#items[low];
    return whole + gain * Math.max(0, filled - prices[low]) / price;
  }

  /**
   * Stores a complete choice if it is better than the best so far. A choice that exceeds the room first gives up lots.
   */
  #settle({ room, gain }: Sums): void {
    const fewer = room >= -this.#rounding ? new Map<number, number>() : this.#freed({ room, gain });
    if (fewer === null) return;
    const lost = [...fewer].reduce((sum, [k, count]) => sum + count * this.#items[k].price, 0);
    this.#best = gain - lost;
    this.#more = new Set(this.#items.filter((_, k) => this.#taken.has(k)).map(({ place }) => place));
    this.#fewer = new Map([...fewer].map(([k, count]) => [this.#items[k].place, count]));
  }

  /**
   * The lots to give up, by places in `items`, that cover the deficit at the least loss; null if no such choice beats
   * the best so far.
   */
  #freed({ room, gain }: Sums): Map<number, number> | null {
    const coins = Array.from(this.#items.keys()).filter((k) => !this.#taken.has(k) && this.#items[k].fewerAtMost > 0)
      .sort((a, b) => this.#items[b].price - this.#items[a].price);
    let least = gain - this.#best - this.#rounding, found: Map<number, number> | null = null;
    const counts = new Map<number, number>();
    const search = (at: number, lacking: number, lost: number): void => {
      if (lost + Math.max(0, lacking) >= least || this.#steps >= STEPS) return;
      this.#steps++;
      if (lacking <= this.#rounding) {
        least = lost;
        found = new Map(counts);
        return;
      }
      if (at === coins.length) return;
      const k = coins[at], { price, fewerAtMost } = this.#items[k];
      // A lot count can be as large as the capital divided by a price, so counts that cannot win must not be visited.
      const isWorth = (): boolean => lost + lacking < least && this.#steps < STEPS;
      for (let count = Math.min(fewerAtMost, Math.ceil(lacking / price)); count >= 0 && isWorth(); count--) {
        if (count > 0) counts.set(k, count);
        else counts.delete(k);
        search(at + 1, lacking - count * price, lost + count * price);
      }
      counts.delete(k);
    };
    search(0, -room, 0);
    return found;
  }
}

function runningSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1);
  values.forEach((value, k) => sums[k + 1] = sums[k] + value);
  return sums;
}
