import assert from "node:assert/strict";
import { dense, kernelCases, randomMatrix } from "../../../../tests/support/kernel_cases.ts";
import { marketOf, problemOf } from "../../../../tests/support/sample_problem.ts";
import { column, type Matrix, matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import { kendall } from "./kendall.ts";

const kernels = await loadKernels(null);

interface KendallCase {
  readonly name: string;
  readonly returns: Matrix;
  readonly tau: Matrix;
}

/** Kendall's tau-b that distances are made of. */
function tauOf(returns: Matrix): Matrix {
  const distances = kendall.distances(problemOf(marketOf(returns)), kernels);
  if (typeof distances === "string") throw new Error(distances);
  return matrix(distances.rows, distances.columns, distances.data.map((distance) => 1 - 2 * distance ** 2));
}

for (const { name, returns, tau } of await kernelCases<readonly KendallCase[]>("kendall")) {
  Deno.test(`Kendall's tau agrees with SciPy: ${name}`, () => {
    tauOf(dense(returns)).data.forEach((entry, k) => assert.ok(Math.abs(entry - tau.data[k]) <= 1e-15, `${k}`));
  });
}

Deno.test("Kendall's tau counts every pair of observations, however many there are", () => {
  for (const rows of [2, 7, 63, 64, 65, 100, 511, 512, 513, 1100]) {
    const returns = matrix(rows, 3, randomMatrix(rows, 3, rows).data.map((entry) => Math.round(20 * entry)));
    const { data } = tauOf(returns);
    for (const [a, b] of [[0, 1], [0, 2], [1, 2]]) {
      const x = column(returns, a), y = column(returns, b);
      let excess = 0, differX = 0, differY = 0;
      for (let s = 0; s < rows; s++) {
        for (let t = 0; t < s; t++) {
          const dx = Math.sign(x[s] - x[t]), dy = Math.sign(y[s] - y[t]);
          excess += dx * dy;
          differX += dx * dx;
          differY += dy * dy;
        }
      }
      const tau = excess / Math.sqrt(differX * differY);
      assert.ok(Math.abs(data[3 * a + b] - tau) <= 1e-14 && data[3 * a + b] === data[3 * b + a], `${rows}: ${a}, ${b}`);
    }
  }
});
