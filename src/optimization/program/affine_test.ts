import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { LARGEST_NUMBER } from "../../domain/bounded_number.ts";
import { dot, matrix, timesVector } from "../../domain/matrix.ts";
import { Affine } from "./affine.ts";
import { Variables } from "./variables.ts";

const SIZE = 5;
const number = fc.double({ min: -3, max: 3, noNaN: true });
const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });
const point = numbers(SIZE).map((entries) => Float64Array.from(entries));

/** Expressions of three entries made of every kind of part. */
const expression = fc.record({ coefficients: numbers(6), offset: fc.integer({ min: 0, max: 3 }), shift: numbers(3) })
  .map(
    ({ coefficients, offset, shift }) => {
      const variables = new Variables(offset, 2);
      const dense = variables.mapped(matrix(3, 2, Float64Array.from(coefficients)));
      const sparse = new Variables(1, 3).all().times(coefficients[0]);
      return dense.plus(sparse).plus(Affine.constants(Float64Array.from(shift))).plus(new Variables(4, 1).at(0));
    },
  );

Deno.test("sums, differences, multiples and stacks of expressions have the values of the same operations on values", () => {
  fc.assert(fc.property(expression, expression, number, point, (a, b, factor, x) => {
    const [va, vb] = [a.evaluate(x), b.evaluate(x)];
    assertClose(a.plus(b).evaluate(x), va.map((value, i) => value + vb[i]));
    assertClose(a.minus(b).evaluate(x), va.map((value, i) => value - vb[i]));
    assertClose(a.times(factor).evaluate(x), va.map((value) => factor * value));
    assertClose(Affine.stack([a, b]).evaluate(x), Float64Array.of(...va, ...vb));
    assertClose(a.sum().evaluate(x), Float64Array.of(va[0] + va[1] + va[2]));
  }));
});

Deno.test("an expression of one entry is added to every entry, and spread over factors", () => {
  fc.assert(fc.property(expression, numbers(3), point, (a, factors, x) => {
    const one = a.sum();
    const [value] = one.evaluate(x);
    assertClose(a.plus(one).evaluate(x), a.evaluate(x).map((entry) => entry + value));
    assertClose(one.plus(a).evaluate(x), a.plus(one).evaluate(x));
    assertClose(one.spread(factors).evaluate(x), Float64Array.from(factors, (factor) => factor * value));
  }));
});

Deno.test("the transposed product of an expression matches its values: z'(value - constant) = (C'z)'x", () => {
  fc.assert(fc.property(expression, numbers(3), point, number, (a, z, x, factor) => {
    const into = new Float64Array(SIZE);
    a.addTransposed(Float64Array.from(z), into, { factor });
    const moved = a.evaluate(x).map((value, i) => value - a.constant[i]);
    assert.ok(Math.abs(dot(into, x) - factor * dot(z, moved)) <= 1e-9);
  }));
});

Deno.test("the transposed product by sizes sums the absolute values of the visited terms", () => {
  fc.assert(fc.property(expression, numbers(3), (a, z) => {
    const into = new Float64Array(SIZE), visited = new Float64Array(SIZE);
    a.addTransposed(Float64Array.from(z), into, { sizes: true });
    for (let i = 0; i < 3; i++) a.forEachTerm(i, (j, value) => visited[j] += Math.abs(z[i] * value));
    assertClose(into, visited);
  }));
});

Deno.test("the visited terms and the constant add up to the value of each entry", () => {
  fc.assert(fc.property(expression, point, (a, x) => {
    const values = a.constant.slice();
    for (let i = 0; i < 3; i++) a.forEachTerm(i, (j, value) => values[i] += value * x[j]);
    assertClose(a.evaluate(x), values);
  }));
});

Deno.test("variables are consecutive from their offset, whether alone, summed, weighted or mapped", () => {
  const x = Float64Array.of(10, 20, 30, 40, 50), variables = new Variables(2, 3);
  assert.deepEqual([...variables.all().evaluate(x)], [30, 40, 50]);
  assert.deepEqual([...variables.at(1).evaluate(x)], [40]);
  assert.deepEqual([...variables.sum().evaluate(x)], [120]);
  assert.deepEqual([...variables.dot([1, 0, -2]).evaluate(x)], [-70]);
  const by = matrix(2, 3, Float64Array.of(1, 2, 3, 0, -1, 1));
  assert.deepEqual([...variables.mapped(by).evaluate(x)], [...timesVector(by, x.subarray(2))]);
});

Deno.test("a weight of 0 leaves no term, and an expression without terms is constant", () => {
  const visited: number[] = [];
  new Variables(0, 3).dot([0, 5, 0]).forEachTerm(0, (j) => visited.push(j));
  assert.deepEqual(visited, [1]);
  assert.ok(Affine.constant(1, 2).isConstant());
  assert.ok(new Variables(0, 3).dot([0, 0, 0]).isConstant());
  assert.ok(!new Variables(0, 3).sum().isConstant());
  assert.ok(!new Variables(0, 1).mapped(matrix(1, 1, Float64Array.of(1))).isConstant());
});

Deno.test("no operation on expressions changes its operands", () => {
  const a = new Variables(0, 2).all(), b = Affine.constant(3, 4), x = Float64Array.of(1, 2);
  a.plus(b);
  a.times(7);
  Affine.stack([a, b]).times(2);
  assert.deepEqual([...a.evaluate(x)], [1, 2]);
  assert.deepEqual([...b.evaluate(x)], [3, 4]);
});

function assertClose(actual: Float64Array, expected: Float64Array): void {
  assert.equal(actual.length, expected.length);
  actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) <= 1e-9, `${i}: ${value}, not ${expected[i]}`));
}

Deno.test("the range of an expression within bounds contains its values at all points and corners of the bounds", () => {
  fc.assert(fc.property(expression, point, point, numbers(SIZE), (a, one, other, share) => {
    const bounds = {
      lower: one.map((low, j) => Math.min(low, other[j])),
      upper: one.map((high, j) => Math.max(high, other[j])),
    };
    const { lower, upper } = a.range(bounds);
    const inside = bounds.lower.map((low, j) => low + (bounds.upper[j] - low) * Math.abs(share[j]) / 3);
    const corners = Array.from(
      { length: 2 ** SIZE },
      (_, k) => bounds.lower.map((low, j) => (k >> j) % 2 === 0 ? low : bounds.upper[j]),
    );
    const values = a.evaluate(inside), atCorners = corners.map((corner) => a.evaluate(corner));
    for (let i = 0; i < values.length; i++) {
      assert.ok(values[i] >= lower[i] - 1e-9 && values[i] <= upper[i] + 1e-9);
      const ends = [Math.min, Math.max].map((end) => end(...atCorners.map((corner) => corner[i])));
      // A column that occurs twice in an entry is moved by each of its terms.
      assert.ok(ends[0] >= lower[i] - 1e-9 && ends[1] <= upper[i] + 1e-9);
    }
  }));
});

Deno.test("variables without a bound widen the range of an expression by the largest number of a request", () => {
  const x = new Variables(0, 3), a = x.dot([2, -3, 0.5]).plus(Affine.constant(1));
  const bounds = { lower: Float64Array.of(-Infinity, -Infinity, 0), upper: Float64Array.of(Infinity, 0, 4) };
  const { lower, upper } = a.range(bounds);
  assert.deepEqual([lower[0], upper[0]], [1 - 3 * LARGEST_NUMBER, 3 + 3 * LARGEST_NUMBER]);
});

Deno.test("a slice of an expression has the values and transposed products of its entries in the whole", () => {
  const part = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }));
  fc.assert(fc.property(expression, expression, part, point, (a, b, [one, other], x) => {
    const whole = Affine.stack([a, b]), first = Math.min(one, other), count = Math.abs(one - other) + 1;
    const slice = whole.slice(first, count);
    assertClose(slice.evaluate(x), whole.evaluate(x).slice(first, first + count));
    const z = Float64Array.from({ length: 6 }, (_, i) => first <= i && i < first + count ? i + 1 : 0);
    const own = new Float64Array(SIZE), of = new Float64Array(SIZE);
    slice.addTransposed(z.slice(first, first + count), own);
    whole.addTransposed(z, of);
    assertClose(own, of);
  }));
});
