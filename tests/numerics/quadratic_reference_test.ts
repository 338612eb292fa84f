import assert from "node:assert/strict";
import { type Matrix, matrix, quadraticForm } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { solveQuadratic } from "../../src/optimization/engines/solve_quadratic.ts";

interface Case {
  readonly name: string;
  readonly scale: number;
  readonly P: number[][];
  readonly q: number[];
  readonly A: number[][];
  readonly b: number[];
  readonly G: number[][];
  readonly l: number[];
  readonly u: number[];
  readonly lower: number[];
  readonly upper: number[];
  readonly objective: number;
}

/**
 * Tolerance of objectives. The reference interior-point solvers stop at 1e-11 and agree to 1e-8; objectives are about 1
 * before scaling.
 */
const TOLERANCE = 1e-8;

const file = new URL("../fixtures/quadratic/programs.json", import.meta.url);
const cases: Case[] = JSON.parse(Deno.readTextFileSync(file));
const { quadratic } = await loadKernels(null);

for (const { name, scale, objective, ...given } of cases) {
  Deno.test(`core: the ${name} program reaches the objective of Clarabel and PIQP`, () => {
    const { q, b, l, u, lower, upper } = given;
    const program = {
      P: dense(given.P),
      q: Float64Array.from(q),
      A: dense(given.A),
      b: Float64Array.from(b),
      G: dense(given.G),
      l: Float64Array.from(l),
      u: Float64Array.from(u),
      lower: Float64Array.from(lower),
      upper: Float64Array.from(upper),
    };
    const { status, x } = solveQuadratic(quadratic, program);
    assert.equal(status, "optimal");
    const value = 0.5 * quadraticForm(program.P, x) + x.reduce((sum, weight, j) => sum + weight * q[j], 0);
    assert.ok(Math.abs(value - objective) <= TOLERANCE * scale, `${value}, expected ${objective}`);
  });
}

function dense(rows: readonly number[][]): Matrix {
  return matrix(rows.length, rows[0].length, Float64Array.from(rows.flat()));
}
