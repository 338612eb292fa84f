import assert from "node:assert/strict";
import { randomNumbers } from "../../../../tests/support/sample_problem.ts";
import { matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import type { HingeProgram } from "./hinge_program.ts";
import { NarrowColumns } from "./narrow_columns.ts";

const { hinges } = await loadKernels(null);

const WEIGHTS = 6, NARROW = 12, PERIODS = 90;

/**
 * Weights that sum to 1, hinges below one of several running maxima m each, m at least as large as a row of its own
 * and as the one before it. With `isMixed` a limit has all of the maxima.
 */
function maximaProgram(seed: number, { isMixed = false }: { readonly isMixed?: boolean } = {}): HingeProgram {
  const random = randomNumbers(seed), n = WEIGHTS + NARROW, limits = 2 * NARROW - 1 + (isMixed ? 1 : 0);
  const R = matrix(PERIODS, n), G = matrix(limits, n), h = new Float64Array(limits);
  for (let t = 0; t < PERIODS; t++) {
    for (let j = 0; j < WEIGHTS; j++) R.data[t * n + j] = random() - 0.5;
    R.data[t * n + WEIGHTS + Math.floor(t * NARROW / PERIODS)] = 1;
  }
  for (let k = 0; k < NARROW; k++) {
    for (let j = 0; j < WEIGHTS; j++) G.data[k * n + j] = 2 * random() - 1;
    G.data[k * n + WEIGHTS + k] = -1;
    if (k === 0) continue;
    const at = (NARROW + k - 1) * n + WEIGHTS + k;
    [G.data[at - 1], G.data[at]] = [1, -1];
  }
  if (isMixed) {
    G.data.fill(1, (limits - 1) * n + WEIGHTS);
    h[limits - 1] = 100;
  }
  return {
    P: matrix(n, n),
    q: new Float64Array(n),
    R,
    k: Float64Array.from({ length: PERIODS }, () => 0.2 * random() - 0.1),
    c: new Float64Array(PERIODS).fill(1 / PERIODS),
    f: new Float64Array(PERIODS),
    E: matrix(1, n, Float64Array.from({ length: n }, (_, j) => j < WEIGHTS ? 1 : 0)),
    e: Float64Array.of(1),
    G,
    h,
    lower: Float64Array.from({ length: n }, (_, j) => j < WEIGHTS ? 0 : -Infinity),
    upper: new Float64Array(n).fill(Infinity),
  };
}

function objectiveOf({ c }: HingeProgram, u: Float64Array): number {
  return u.reduce((sum, one, t) => sum + c[t] * one, 0);
}

Deno.test("columns of running maxima are narrow, and none are where a limit has all of them", () => {
  const narrow = NarrowColumns.of(maximaProgram(1))?.narrow ?? new Uint32Array(0);
  assert.deepEqual([...narrow], Array.from({ length: NARROW }, (_, k) => WEIGHTS + k));
  assert.equal(NarrowColumns.of(maximaProgram(1, { isMixed: true })), null);
});

Deno.test("hinges over narrow columns have the optimum that a dense factor finds, within 1e-9", () => {
  for (let seed = 1; seed <= 20; seed++) {
    // The limit of all maxima never binds: it only makes the factor a dense one.
    const [own, dense] = [false, true].map((isMixed) => {
      const program = maximaProgram(seed, { isMixed });
      const { status, u } = hinges.solve(program, { tolerance: 1e-11, maxIterations: 60 });
      assert.equal(status, "optimal", `seed ${seed}`);
      return objectiveOf(program, u);
    });
    assert.ok(Math.abs(own - dense) < 1e-9, `seed ${seed}: ${own}, ${dense}`);
  }
});
