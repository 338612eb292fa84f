import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { certify } from "../certify/certify.ts";
import { type Point, settled } from "../program/point.ts";
import { excess, meets, PROOF } from "../certify/proof.ts";
import { polish } from "./polish.ts";
import { problemOf, sampleMarketOf, solveBy } from "../../../tests/support/sample_problem.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { Affine, type Program } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { solveByCones } from "../engines/solve_by_cones.ts";

const kernels = await loadKernels(null);

/** Long-only weights of least variance within a cap on two of them. */
function quadraticProgram(): Program {
  const builder = new ProgramBuilder();
  const w = builder.variables(4, 0, 0.6);
  builder.minimizeQuadratic(w, matrix(4, 4, Float64Array.of(4, 1, 0, 2, 1, 3, 1, 0, 0, 1, 5, 1, 2, 0, 1, 9)), 1e-4);
  builder.equal(w.sum(), Affine.constant(1));
  builder.atMost(w.dot([1, 1, 0, 0]), Affine.constant(0.55));
  return builder.build();
}

/** The most of a sum within a ball. */
function roundProgram(): Program {
  const builder = new ProgramBuilder();
  const w = builder.variables(3);
  builder.minimize(w.dot([-1, -2, -0.5]));
  builder.normAtMost(w.all(), Affine.constant(2));
  builder.equal(w.sum(), Affine.constant(1));
  return builder.build();
}

/** The least sum of losses beyond a threshold, with hinges. */
function hingeProgram(): Program {
  const builder = new ProgramBuilder();
  const w = builder.variables(3, 0);
  const losses = matrix(5, 3, Float64Array.of(2, -1, 0, -1, 3, 1, 4, 0, -2, 1, 1, 1, -3, 2, 5));
  builder.minimize(builder.hinge(w.mapped(losses)).sum());
  builder.equal(w.sum(), Affine.constant(1));
  return builder.build();
}

const PROGRAMS = { quadratic: quadraticProgram(), round: roundProgram(), hinge: hingeProgram() };

for (const [name, program] of Object.entries(PROGRAMS)) {
  Deno.test(`polishing the interior solution of a ${name} program leaves residuals of rounding size`, () => {
    const { point } = polish(program, solved(program), kernels);
    const residuals = certify(program, point);
    assert.ok(meets(residuals, { primal: 1e-12, dual: 1e-10, gap: 1e-10 }), JSON.stringify(residuals));
  });

  Deno.test(`polishing a ${name} program never returns a worse point than the given one with its hinges settled`, () => {
    const optimum = solved(program);
    const noise = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
      minLength: program.size + program.rows.length,
      maxLength: program.size + program.rows.length,
    });
    fc.assert(
      fc.property(noise, fc.constantFrom(1e-6, 1e-3, 0.3), (entries, size) => {
        const given = {
          x: optimum.x.map((entry, j) => entry + size * entries[j]),
          z: optimum.z.map((entry, i) => entry + size * entries[program.size + i]),
        };
        const { point } = polish(program, given, kernels);
        assert.ok(excess(certify(program, point)) <= excess(certify(program, settled(program, given))));
      }),
      { numRuns: problemCount(40, 10) },
    );
  });
}

Deno.test("polishing puts weights at the bounds of the optimum exactly", () => {
  const { point: { x } } = polish(PROGRAMS.quadratic, solved(PROGRAMS.quadratic), kernels);
  assert.ok(x.every((weight) => weight === 0 || weight === 0.6 || (weight > 1e-6 && weight < 0.6 - 1e-6)), `${x}`);
});

Deno.test("polishing an optimal point returns it unchanged without iterations", () => {
  const { point } = polish(PROGRAMS.quadratic, solved(PROGRAMS.quadratic), kernels);
  const again = polish(PROGRAMS.quadratic, point, kernels);
  assert.equal(again.point, point);
  assert.equal(again.iterations, 0);
});

Deno.test("polishing a point whose variables are all at bounds meets the limits", () => {
  const builder = new ProgramBuilder();
  const w = builder.variables(2, 0, 0.5);
  builder.minimize(w.dot([1, 2]));
  builder.equal(w.sum(), Affine.constant(1));
  const program = builder.build();
  const { point } = polish(program, { x: Float64Array.of(0.5 - 1e-9, 0.5), z: Float64Array.of(-1.5) }, kernels);
  assert.ok(certify(program, point).primal <= PROOF.primal);
});

Deno.test("polishing removes what a solver leaves of a solution of zeros, and proves it", () => {
  const builder = new ProgramBuilder();
  const w = builder.variables(3, 0), loss = builder.variables(1);
  builder.atMost(w.sum(), Affine.constant(1));
  builder.minimize(loss.all());
  builder.atMost(w.dot([0.0003, -0.5, -1.2]), loss.all());
  builder.atMost(w.dot([0.005, 0.008, 0.003]), loss.all());
  const program = builder.build();
  const left = { x: Float64Array.of(5e-10, 5e-10, 2e-8, 3e-11), z: Float64Array.of(1e-11, 0.001, 0.999) };
  const { point, residuals } = polish(program, left, kernels);
  assert.deepEqual([...point.x], [0, 0, 0, 0]);
  assert.ok(meets(residuals), JSON.stringify(residuals));
});

function solved(program: Program): Point {
  const answer = solveByCones(program, kernels, wholeOf(program));
  if (answer.status !== "solved") throw new Error(answer.status);
  return answer.point;
}

Deno.test("limits that nearly contradict the budget or bounds are proven optimal", () => {
  const market = sampleMarketOf(6);
  const map = Object.fromEntries(market.assets.map((asset) => [asset, "all"]));
  for (const by of [0, 1e-10, 1e-9, 1e-8]) {
    const cases: Readonly<Record<string, unknown>>[] = [
      { groups: { map, rules: [{ group: "all", max: 1 + by }] } },
      { exposure: { gross_max: 1 + by } },
    ];
    for (const constraints of cases) {
      for (const method of ["min_volatility", "max_return", "max_sharpe", "min_cvar", "min_mad", "min_semideviation"]) {
        const { status, detail } = solveBy(method, problemOf(market, { constraints }), { kernels });
        assert.equal(status, "optimal", `${method} ${by}: ${detail}`);
      }
    }
    for (const method of ["min_cvar", "min_mad", "min_semideviation"]) {
      const constraints = { exposure: { short: true, gross_max: 1 + by } };
      const { status, detail } = solveBy(method, problemOf(market, { constraints }), { kernels });
      assert.equal(status, "optimal", `${method} ${by}, short: ${detail}`);
    }
  }
});
