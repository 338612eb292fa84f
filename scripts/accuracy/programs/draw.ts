import { randomNumbers } from "../../../tests/support/sample_problem.ts";

/** Random number generator whose numbers depend on the seed only. */
export class Draw {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  /** Returns a uniform random number from low to high. */
  between(low: number, high: number): number {
    return low + (high - low) * this.#next();
  }

  /** Returns a random whole number from low to high, both included. */
  integer(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  /** Returns a random number from low to high whose logarithm is uniform. */
  magnitude(low: number, high: number): number {
    return low * (high / low) ** this.#next();
  }

  /** Returns a nearly normal random number with mean 0 and variance 1: the scaled sum of four uniform numbers. */
  normal(): number {
    return Math.sqrt(3) * (this.#next() + this.#next() + this.#next() + this.#next() - 2);
  }

  sign(): number {
    return this.isIn(0.5) ? 1 : -1;
  }

  isIn(chance: number): boolean {
    return this.#next() < chance;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.integer(0, items.length - 1)];
  }

  /** Returns a random subset of the items with the given count, in their order. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items];
    while (left.length > count) left.splice(this.integer(0, left.length - 1), 1);
    return left;
  }
}
