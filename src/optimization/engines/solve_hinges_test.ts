import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { randomNumbers } from "../../../tests/support/sample_problem.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { certify } from "../certify/certify.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { solveByCones } from "./solve_by_cones.ts";
import { solveHinges } from "./solve_hinges.ts";

const kernels = await loadKernels(null);

/** The least conditional value at risk of a market, with short selling, a limit of a sum and weights locked. */
function tailProgram(seed: number, { curved = false }: { curved?: boolean } = {}): Program {
  const random = randomNumbers(seed), builder = new ProgramBuilder();
  const returns = matrix(180, 12, Float64Array.from({ length: 180 * 12 }, () => 0.02 * (random() + random() - 1)));
  const weights = builder.variables(12, -0.3, 0.6), threshold = builder.variables(1);
  builder.equal(weights.sum(), Affine.constant(1));
  builder.equal(weights.at(3), Affine.constant(0.05));
  builder.atMost(weights.dot(Array.from({ length: 12 }, () => random())), Affine.constant(0.6));
  const beyond = builder.hinge(weights.mapped(returns).times(-40), {
    threshold,
    place: (losses) => losses.toSorted()[Math.floor(0.9 * losses.length)],
  });
  builder.minimize(threshold.at(0));
  builder.minimize(beyond.sum().times(1 / (0.1 * 180)));
  if (curved) builder.minimizeQuadratic(beyond, null, 0.02);
  return builder.build();
}

for (const curved of [false, true]) {
  Deno.test(`the hinge solver agrees with the conic solver on hinges ${curved ? "with a square" : "alone"}, with residuals below 1e-5`, () => {
    for (let seed = 1; seed <= 8; seed++) {
      const program = tailProgram(seed, { curved });
      const answer = solveHinges(program, kernels, wholeOf(program));
      const byCones = solveByCones(program, kernels, wholeOf(program));
      assert.ok(answer?.status === "solved" && byCones.status === "solved", `seed ${seed}`);
      const { primal, dual, gap } = certify(program, answer.point);
      // What the interior point leaves to the polish.
      assert.ok(Math.max(primal, dual, gap) < 1e-5, `seed ${seed}: ${primal}, ${dual}, ${gap}`);
      const [a, b] = [answer.point.x, byCones.point.x].map((x) => x[12]);
      assert.ok(Math.abs(a - b) < 1e-5, `seed ${seed}: threshold ${a}, ${b}`);
    }
  });
}

/** So many hinges, under the norm of two weights where asked for. */
function plainProgram(count: number, { hasNorm }: { hasNorm: boolean }): Program {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0, 1),
    slopes = matrix(count, 2, Float64Array.from({ length: 2 * count }, (_, k) => Math.sin(k)));
  builder.minimize(builder.hinge(x.mapped(slopes).plus(Affine.constants(new Float64Array(count).fill(0.1)))).sum());
  builder.equal(x.sum(), Affine.constant(1));
  if (hasNorm) builder.normAtMost(x.all(), Affine.constant(0.9));
  return builder.build();
}

Deno.test("the hinge solver declines programs with few hinges or with a curved cone", () => {
  const solve = (program: Program): unknown => solveHinges(program, kernels, wholeOf(program));
  assert.notEqual(solve(plainProgram(200, { hasNorm: false })), null);
  assert.equal(solve(plainProgram(20, { hasNorm: false })), null);
  assert.equal(solve(plainProgram(200, { hasNorm: true })), null);
});

/** The least conditional value at risk of assets that share three factors, so many that these can be hedged. */
function hedgingProgram(seed: number): Program {
  const random = randomNumbers(seed), noise = (): number => random() + random() + random() - 1.5;
  const assets = 100, periods = 300;
  const loadings = Array.from({ length: assets }, () => [noise(), noise(), noise()]);
  const sizes = Array.from({ length: assets }, () => 0.5 + 1.5 * random());
  const rows = Array.from({ length: periods }, () => {
    const factors = [noise(), noise(), noise()];
    return sizes.map((size, i) =>
      0.004 * size * noise() + 0.02 * factors.reduce((sum, factor, k) => sum + factor * loadings[i][k], 0) +
      4e-4 * size
    );
  });
  const returns = matrix(periods, assets, Float64Array.from(rows.flat())), builder = new ProgramBuilder();
  const weights = builder.variables(assets, 0, 1), threshold = builder.variables(1);
  builder.equal(weights.sum(), Affine.constant(1));
  const beyond = builder.hinge(weights.mapped(returns).times(-40), {
    threshold,
    place: (losses) => losses.toSorted()[Math.floor(0.95 * losses.length)],
  });
  builder.minimize(threshold.at(0));
  builder.minimize(beyond.sum().times(1 / (0.05 * periods)));
  return builder.build();
}

Deno.test("the hinge solver solves the CVaR of assets that hedge one another", () => {
  const program = hedgingProgram(30);
  const answer = solveHinges(program, kernels, wholeOf(program));
  assert.equal(answer?.status, "solved");
  const { primal, dual, gap } = certify(program, answer.point);
  assert.ok(Math.max(primal, dual, gap) < 1e-5, `${primal}, ${dual}, ${gap}`);
});
