import { randomNumbers } from "../../../tests/support/sample_problem.ts";

/** Random choices that a seed alone determines. */
export class Draw {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  /** From low to high, evenly. */
  between(low: number, high: number): number {
    return low + (high - low) * this.#next();
  }

  /** A whole number from low to high, both included. */
  integer(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  /** From low to high, evenly by the logarithm. */
  magnitude(low: number, high: number): number {
    return low * (high / low) ** this.#next();
  }

  /** Near a normal: the sum of four even numbers, with a variance of 1. */
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

  /** Some of the items, in their order. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items];
    while (left.length > count) left.splice(this.integer(0, left.length - 1), 1);
    return left;
  }
}
