import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { randomNumbers } from "../../../tests/support/sample_problem.ts";
import { problemSeeds } from "../../../tests/support/tier.ts";
import type { EpigraphCone } from "../cones/epigraph_cone.ts";
import { entropic } from "../cones/entropic.ts";
import { relativistic } from "../cones/relativistic.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { expandEpigraphs } from "./expand_epigraphs.ts";
import { wholeOf } from "./reduction.ts";
import { searchByPeaks } from "./search_by_peaks.ts";
import { solveByCones } from "./solve_by_cones.ts";
import { solveProgram } from "./solve_program.ts";
import { startByLargest } from "./start_by_largest.ts";
import { TangentSearch } from "./tangent_search.ts";

const kernels = await loadKernels(null);

const ASSETS = 10, PERIODS = 120;

const CONES: Readonly<Record<string, EpigraphCone>> = {
  entropic: entropic(0.9),
  relativistic: relativistic({ confidence: 0.9, kappa: 0.3 }),
};

/** The least of a function of drawdowns under a cap and a limit on the first assets together, and a start. */
function drawdownProgram(cone: EpigraphCone, seed: number): { program: Program; start: Float64Array } {
  const random = randomNumbers(seed), builder = new ProgramBuilder(), sums = matrix(PERIODS, ASSETS);
  for (let t = 0; t < PERIODS; t++) {
    const common = random() + random() - 1;
    for (let j = 0; j < ASSETS; j++) {
      const before = t === 0 ? 0 : sums.data[(t - 1) * ASSETS + j];
      sums.data[t * ASSETS + j] = before + common + random() + random() - 1 + 0.3 * (j / ASSETS);
    }
  }
  const weights = builder.variables(ASSETS, 0, 0.4);
  builder.equal(weights.sum(), Affine.constant(1));
  builder.atMost(weights.dot(Array.from({ length: ASSETS }, (_, j) => j >= ASSETS - 3 ? 1 : 0)), Affine.constant(0.6));
  const cumulative = weights.mapped(sums);
  const drawdowns = builder.runningMaxima("cumulative", () => cumulative).all().minus(cumulative);
  builder.minimize(builder.epigraph(cone, drawdowns));
  const start = new Float64Array(builder.size);
  start.fill(1 / ASSETS, weights.offset, weights.offset + ASSETS);
  builder.settle(start);
  return { program: builder.build(), start };
}

for (const [name, cone] of Object.entries(CONES)) {
  Deno.test(`steps over few peaks prove the least of drawdowns that the conic solver finds: ${name}`, () => {
    for (const seed of problemSeeds(6)) {
      const { program, start } = drawdownProgram(cone, seed);
      const solve: ConstructorParameters<typeof TangentSearch>[1]["solve"] = (one, options) =>
        solveProgram(one, kernels, options);
      const search = new TangentSearch(program, { kernels, solve }), near = startByLargest(search, start);
      assert.ok(near !== null && searchByPeaks(search, near), `seed ${seed}: excess ${search.excess}`);
      assert.equal(search.best?.status, "optimal", `seed ${seed}`);
      const { program: conic } = expandEpigraphs(program), solved = solveByCones(conic, kernels, wholeOf(conic));
      // Of power cones the conic solver comes to no answer at times; the certificate stands for itself.
      if (solved.status !== "solved") continue;
      const least = search.objective(search.settled(solved.point.x.subarray(0, program.size)));
      const own = search.objective(search.lowest ?? near);
      assert.ok(own <= least * (1 + 1e-9) && own >= least * (1 - 1e-5), `seed ${seed}: ${own}, by cones ${least}`);
    }
  });
}

Deno.test("steps over few peaks leave a program of squares to the other searches", () => {
  const { program, start } = drawdownProgram(entropic(0.9), 1);
  const curved = { ...program, quadratic: [{ offset: 0, size: ASSETS, matrix: null, factor: 1 }] };
  const search = new TangentSearch(curved, { kernels, solve: (one, options) => solveProgram(one, kernels, options) });
  assert.equal(searchByPeaks(search, start), false);
  assert.equal(search.best, null);
});
