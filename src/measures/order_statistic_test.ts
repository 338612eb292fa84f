import assert from "node:assert/strict";
import { randomNumbers } from "../../tests/support/sample_problem.ts";
import { orderStatistic } from "./order_statistic.ts";

Deno.test("an order statistic is the entry of the sorted values at every place, exactly, also of equal values and NaN", () => {
  const random = randomNumbers(3);
  const lists = [
    Float64Array.of(2),
    Float64Array.of(5, -1),
    Float64Array.from({ length: 101 }, () => random() - 0.5),
    Float64Array.from({ length: 80 }, () => Math.floor(4 * random())),
    Float64Array.from({ length: 40 }, (_, i) => i),
    Float64Array.from({ length: 40 }, (_, i) => -i),
    Float64Array.from({ length: 30 }, (_, i) => i % 7 === 0 ? NaN : random()),
    new Float64Array(25).fill(-3),
  ];
  for (const values of lists) {
    const before = values.slice(), sorted = values.toSorted();
    sorted.forEach((value, place) => assert.equal(orderStatistic(values, place), value));
    assert.deepEqual(values, before);
  }
});
