import assert from "node:assert/strict";
import { randomNumbers } from "../../../tests/support/sample_problem.ts";
import { allocateLots, type AllocationTask } from "./allocate_lots.ts";

const task = (capital: number, weights: readonly number[], lotPrices: readonly number[]): AllocationTask => ({
  capital,
  weights: Float64Array.from(weights),
  lotPrices: Float64Array.from(lotPrices),
});

Deno.test("weights that are whole lots are bought exactly, and no cash is left", () => {
  const { lots, cash, invested, gap, weights } = allocateLots(task(1000, [0.5, 0.3, 0.2], [50, 100, 20]));
  assert.deepEqual([...lots], [10, 3, 10]);
  assert.deepEqual([cash, invested, gap], [0, 1000, 0]);
  assert.deepEqual([...weights], [0.5, 0.3, 0.2]);
});

Deno.test("capital below the price of every lot stays in cash", () => {
  const { lots, cash, invested, objective } = allocateLots(task(10, [0.5, 0.5], [50, 100]));
  assert.deepEqual([[...lots], cash, invested, objective], [[0, 0], 10, 0, 20]);
});

Deno.test("fewer lots of one asset are bought where that lets more lots of another be bought", () => {
  // By lots below, 90 of 100 each and 10 in cash; one fewer of the second makes room for one more of the first.
  const best = allocateLots(task(200, [0.95, 0.05], [191, 1]));
  assert.deepEqual([...best.lots], [1, 9]);
});

Deno.test("enumeration finds no lots closer to long or short weights than the allocation", () => {
  const random = randomNumbers(11);
  for (let k = 0; k < 120; k++) {
    const n = 2 + Math.floor(random() * 3);
    const raw = Array.from({ length: n }, () => k % 3 === 0 ? 2 * random() - 0.6 : random());
    const total = raw.reduce((sum, one) => sum + one, 0);
    const weights = raw.map((one) => Math.abs(total) < 0.2 ? one : one / total * (k % 4 === 0 ? 0.8 : 1));
    const prices = Array.from({ length: n }, () => 5 + 60 * random());
    const asked = task(100 + 150 * random(), weights, prices);
    const found = allocateLots(asked);
    assert.equal(found.gap, 0);
    assert.ok(found.cash >= 0 && Math.abs(found.invested + found.cash - asked.capital) < 1e-9);
    const least = leastByTrying(asked);
    assert.ok(Math.abs(found.objective - least) <= 1e-9 * asked.capital, `${k}: ${found.objective} against ${least}`);
  }
});

Deno.test("hundreds of assets are allocated with a gap below a millionth, with the same result every time", () => {
  const random = randomNumbers(5);
  const raw = Array.from({ length: 400 }, () => random() ** 3);
  const total = raw.reduce((sum, one) => sum + one, 0);
  const asked = task(1e6, raw.map((one) => one / total), raw.map(() => 20 + 3000 * random()));
  const found = allocateLots(asked);
  assert.ok(found.gap < 1e-6, `${found.gap}`);
  assert.ok(found.cash >= 0);
  assert.deepEqual(allocateLots(asked), found);
});

Deno.test("weights that sum to more than 1 are approximated within the capital, however many lots it buys", () => {
  const prices = [0.0123, 0.0456, 0.0789];
  for (const capital of [1e6, 1e12]) {
    const { invested, cash, lots, gap } = allocateLots(task(capital, [0.75, 0.45, 0.3], prices));
    assert.ok(cash >= 0 && Math.abs(invested + cash - capital) <= 1e-9 * capital, `${invested}, ${cash}`);
    assert.ok(lots.every((count) => Number.isInteger(count) && count >= 0));
    assert.ok(gap < 1e-9, `${gap}`);
  }
});

/** All lots from three below to one above each amount, on its side of 0. */
function leastByTrying({ capital, weights, lotPrices }: AllocationTask): number {
  let least = Infinity;
  const visit = (i: number, cash: number, missed: number): void => {
    if (i === weights.length) {
      if (cash >= -1e-12 * capital) least = Math.min(least, missed + Math.max(0, cash));
      return;
    }
    const amount = weights[i] * capital, below = Math.floor(amount / lotPrices[i]);
    for (let lots = below - 6; lots <= below + 1; lots++) {
      if (weights[i] > 0 ? lots < 0 : lots > 0) continue;
      visit(i + 1, cash - lots * lotPrices[i], missed + Math.abs(amount - lots * lotPrices[i]));
    }
  };
  visit(0, capital, 0);
  return least;
}
