import assert from "node:assert/strict";
import fc from "../../../../tests/support/fast_check.ts";
import { problemCount } from "../../../../tests/support/tier.ts";
import { matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import { Affine, type Program } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import { judged } from "../../certify/program_answer.ts";
import { wholeOf } from "../../presolve/reduction.ts";
import { solveByCones } from "../../engines/solve_by_cones.ts";
import { solveRatio } from "./solve_ratio.ts";

const kernels = await loadKernels(null);
const N = 10;
const entries = (count: number, min: number, max: number) =>
  fc.array(fc.double({ min, max, noNaN: true }), { minLength: count, maxLength: count });

/** Markets in which at least the first asset earns something, and a turnover from a portfolio of them. */
const ratios = fc.record({
  root: entries(N * (N + 2), -1, 1),
  means: entries(N, -0.5, 1),
  start: entries(N, 0.01, 1),
  turnover: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
  most: fc.constantFrom(0.3, 1),
});

interface Ratio {
  readonly root: readonly number[];
  readonly means: readonly number[];
  readonly start: readonly number[];
  readonly turnover: number;
  readonly most: number;
}

/** The largest ratio of mean to volatility, homogenised by the variable after the weights. */
function ratioProgram({ root, means, start, turnover, most }: Ratio): { program: Program; guess: Float64Array } {
  const builder = new ProgramBuilder();
  const weights = builder.variables(N, 0), scale = builder.variables(1, 0).at(0);
  builder.scaleBy(scale);
  const total = start.reduce((sum, weight) => sum + weight, 0), from = start.map((weight) => weight / total);
  builder.atMost(Affine.constant(1), weights.dot(meansOf(means, from)));
  builder.equal(weights.sum(), scale);
  if (most < 1) builder.atMost(weights.all(), scale.spread(from.map((weight) => Math.max(most, weight))));
  const { positive, negative } = builder.split("trade", () => weights.all().minus(scale.spread(from)));
  builder.atMost(positive.sum().plus(negative.sum()), scale.times(2 * turnover));
  const P = kernels.linearAlgebra.crossProduct(matrix(N + 2, N, Float64Array.from(root)));
  for (let i = 0; i < N; i++) P.data[i * (N + 1)] += 0.01;
  builder.minimizeQuadratic(weights, P);
  const program = builder.build(), guess = new Float64Array(program.size);
  guess.set(from);
  guess[N] = 1;
  builder.settle(guess);
  return { program, guess };
}

/** What is earned at the start is more than nothing, so that a ratio there is above 0. */
function meansOf(means: readonly number[], from: readonly number[]): number[] {
  const earned = means.reduce((sum, mean, i) => sum + mean * from[i], 0);
  return means.map((mean) => mean - Math.min(0, earned) + 0.05);
}

const byPrices = ({ program, guess }: ReturnType<typeof ratioProgram>) => solveRatio(program, guess, kernels);

Deno.test("a ratio under a turnover limit and caps is proven by pricing its return, with the optimum of the conic solver", () =>
  fc.assert(
    fc.property(ratios, (ratio) => {
      const built = ratioProgram(ratio);
      const answer = byPrices(built), solved = solveByCones(built.program, kernels, wholeOf(built.program));
      assert.ok(answer?.point && solved.status === "solved");
      assert.equal(answer.status, "optimal");
      const other = judged(built.program, solved.point, solved);
      const [value, reference] = [answer.point, other.point].map(({ x }) => valueOf(built.program, x));
      // An interior method leaves 1e-8 of the value.
      assert.ok(Math.abs(value - reference) <= 1e-6 * reference, `${value} is not ${reference}`);
    }),
    { numRuns: problemCount(100, 20) },
  ));

Deno.test("a program whose definitions are without a scale, or whose scale is constant, is not solved by pricing its return", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(3, 0), scale = builder.variables(1, 0).at(0);
  builder.scaleBy(scale);
  builder.split("size", () => x.all());
  builder.minimizeQuadratic(x, null);
  builder.atMost(Affine.constant(1), x.sum());
  const program = builder.build();
  assert.equal(byPrices({ program, guess: new Float64Array(program.size).fill(1) }), null);
  assert.equal(byPrices({ program: { ...program, scale: Affine.constant(1) }, guess: new Float64Array(0) }), null);
});

Deno.test("a ratio with a guess of zeros is not solved by pricing its return", () => {
  const built = ratioProgram({
    root: Array.from({ length: N * (N + 2) }, (_, i) => Math.sin(i)),
    means: new Array<number>(N).fill(1),
    start: new Array<number>(N).fill(1),
    turnover: 0.2,
    most: 1,
  });
  assert.equal(byPrices({ ...built, guess: new Float64Array(built.program.size) }), null);
});

function valueOf({ quadratic: [{ matrix: P, size }] }: Program, x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) sum += x[i] * x[j] * (P?.data[i * size + j] ?? 0);
  return sum / 2;
}
