/** An asset at the lots below what is wanted of it. */
export interface LotItem {
  readonly place: number;
  /** Of one lot. */
  readonly price: number;
  /** What is wanted beyond them, less than a price. */
  readonly gain: number;
  readonly fewerAtMost: number;
}

/** Which assets have one lot more, and which some fewer. */
export interface ChosenLots {
  readonly more: ReadonlySet<number>;
  readonly fewer: ReadonlyMap<number, number>;
  /** At most what a better choice gains beyond this one. */
  readonly lost: number;
}

/** Choices that are looked at; past it the best so far is taken, with what may be better. */
const STEPS = 200_000;

/** The share of the capital that rounding makes of a sum, and so of what a choice must gain to be better. */
const ROUNDING = 1e-13;

interface Sums {
  readonly room: number;
  readonly gain: number;
}

/**
 * The choice of one lot more, which gains `gain` for `price`, and of fewer lots, which lose and free `price` each, that
 * gains most and costs no more than the room. Items stand by their gain for a price; what the rest of them can gain at
 * most is the part of the room that they fill, or what is free beyond it has to be paid for.
 */
export class LotSearch {
  readonly #items: readonly LotItem[];
  readonly #room: number;
  readonly #rounding: number;
  /** Of the items before each place, the sums of prices and gains. */
  readonly #prices: Float64Array;
  readonly #gains: Float64Array;
  /** The places of the items of which there is one lot more. */
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

  /** Decides the items from a place on, what fits before what does not. */
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

  /** What the items from a place on gain at most in some room, or cost to make it if there is too little. */
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

  /** Takes a choice of one lot more each that is better, with the fewer lots that make room for it if there is none. */
  #settle({ room, gain }: Sums): void {
    const fewer = room >= -this.#rounding ? new Map<number, number>() : this.#freed({ room, gain });
    if (fewer === null) return;
    const lost = [...fewer].reduce((sum, [k, count]) => sum + count * this.#items[k].price, 0);
    this.#best = gain - lost;
    this.#more = new Set(this.#items.filter((_, k) => this.#taken.has(k)).map(({ place }) => place));
    this.#fewer = new Map([...fewer].map(([k, count]) => [this.#items[k].place, count]));
  }

  /** Fewer lots, by the places of items, that free at least what lacks and lose least; null where none is worth it. */
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
      // Counts are as many as capital buys lots: those that lead nowhere are not even looked at.
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
