import assert from "node:assert/strict";
import { assertClose, dense, kernelCases, largest, randomMatrix } from "../../tests/support/kernel_cases.ts";
import { type Matrix, matrix } from "../domain/matrix.ts";
import { CoreInstance } from "./core_instance.ts";
import { Statistics } from "./statistics.ts";

const statistics = new Statistics(await CoreInstance.load());

interface MomentCase {
  readonly name: string;
  readonly returns: Matrix;
  readonly means: number[];
  readonly covariance: Matrix;
  readonly decay: number;
  readonly exponentialMeans: number[];
  readonly exponentialCovariance: Matrix;
  readonly ledoitWolf: { readonly covariance: Matrix };
}

const moments = await kernelCases<readonly MomentCase[]>("moments");

for (const { name, returns, ...expected } of moments) {
  const x = dense(returns);
  // Of the size of the data: a mean of 1e6 leaves 1e-10 of a deviation to rounding in double precision.
  const size = largest(returns.data);
  Deno.test(`means and covariance agree with rational arithmetic: ${name}`, () => {
    assertClose(statistics.means(x), expected.means, 1e-15, size);
    assertClose(statistics.covariance(x).data, expected.covariance.data, 1e-13);
  });

  Deno.test(`exponentialMoments agrees with rational arithmetic: ${name}`, () => {
    const answer = statistics.exponentialMoments(x, expected.decay);
    assertClose(answer.means, expected.exponentialMeans, 1e-15, size);
    assertClose(answer.covariance.data, expected.exponentialCovariance.data, 1e-12);
  });

  Deno.test(`ledoitWolf agrees with scikit-learn: ${name}`, () => {
    // scikit-learn centres with a plain mean, which costs it 1e-10 where the mean is 1e6.
    assertClose(statistics.ledoitWolf(x).data, expected.ledoitWolf.covariance.data, 1e-9);
  });
}

Deno.test("a column of equal numbers has exactly that mean and a variance of 0", () => {
  const x = matrix(1000, 2, Float64Array.from({ length: 2000 }, (_, i) => i % 2 === 0 ? 0.1 : i));
  assert.equal(statistics.means(x)[0], 0.1);
  assert.deepEqual([...statistics.covariance(x).data.subarray(0, 2)], [0, 0]);
});

Deno.test("exponentialMoments at decay 1 is the plain mean and the covariance that divides by T", () => {
  const x = randomMatrix(60, 7, 12);
  const answer = statistics.exponentialMoments(x, 1);
  assertClose(answer.means, statistics.means(x), 1e-15, 1);
  assertClose(answer.covariance.data, statistics.covariance(x).data.map((v) => v * 59 / 60), 1e-14);
});

Deno.test("exponentialMoments ignores rows that are too old for a double to weigh", () => {
  const x = randomMatrix(3000, 2, 13);
  const recent = matrix(900, 2, x.data.slice(2 * 2100));
  assertClose(
    statistics.exponentialMoments(x, 0.5).covariance.data,
    statistics.exponentialMoments(recent, 0.5).covariance.data,
    1e-14,
  );
});

Deno.test("too few returns and decays out of range are refused before the call", () => {
  assert.throws(() => statistics.means(matrix(0, 3)), RangeError);
  assert.throws(() => statistics.covariance(matrix(1, 3)), RangeError);
  assert.throws(() => statistics.exponentialMoments(matrix(3, 1), 0), RangeError);
});
