import assert from "node:assert/strict";
import { loadKernels } from "../../../kernels/mod.ts";
import { marketOfMoments, problemOf, randomNumbers, type Rules } from "../../../../tests/support/sample_problem.ts";
import { minimiseVolatility } from "../../methods/mean_variance/min_volatility.ts";
import type { Problem } from "../../problem.ts";
import { solveProgram } from "../../solve_program.ts";
import { supportRulesOf } from "../../weights/search_weights.ts";
import { weightProgram } from "../../weights/weight_program.ts";
import { programWithin, type SupportedProgram } from "./decided_supports.ts";
import { HeldPrograms } from "./held_programs.ts";
import { LONG, openSupport, OUT, SHORT, type Support } from "./support.ts";
import { SwapSearch } from "./swap_search.ts";

const kernels = await loadKernels(null);

/** About the work of a program of these tests, in matrix entries. */
const PROGRAM = 1_200;

/** The least variance of random assets with three factors, under rules. */
function randomProblem(seed: number, count: number, rules: Rules): Problem {
  const random = randomNumbers(seed);
  const factors = Array.from({ length: count }, () => [0.01 + 0.01 * random(), 0.01 * random(), 0.01 * random()]);
  const own = Array.from({ length: count }, () => 1e-4 * (1 + 3 * random()));
  return problemOf(
    marketOfMoments(
      Array.from({ length: count }, () => 0.002 * random()),
      factors.map((f, i) => factors.map((g, j) => f.reduce((sum, x, k) => sum + x * g[k], 0) + (i === j ? own[i] : 0))),
    ),
    rules,
  );
}

function searchedOf(problem: Problem): SupportedProgram {
  const lowered = weightProgram(problem), rules = supportRulesOf(problem);
  assert.ok(rules);
  minimiseVolatility(lowered, problem, kernels);
  return { program: lowered.program.build(), weights: lowered.weights, rules };
}

/** All decided supports of at most so many weights that the bounds leave open. */
function* supportsOf(open: Support, most: number, from = 0): Generator<Support> {
  if (from === open.length) return yield new Uint8Array(open.length).fill(OUT);
  for (const rest of supportsOf(open, most, from + 1)) {
    const held = rest.reduce((sum, side) => sum + (side === OUT ? 0 : 1), 0);
    if ((open[from] & OUT) !== 0) yield rest;
    for (const side of [LONG, SHORT]) {
      if ((open[from] & side) === 0 || held === most) continue;
      const other = rest.slice();
      other[from] = side;
      yield other;
    }
  }
}

const SHORT_SELLING = { exposure: { short: true }, weight_bounds: { min: -0.4, max: 0.6 } };

Deno.test("weights of a decided support solved alone are those of the whole program, with the slopes of the others", () => {
  let solved = 0;
  for (const [k, more] of [{}, { min_return: 0.04 }, { min_position: 0.08 }].entries()) {
    const constraints = { cardinality: { max: 3 }, weight_bounds: { min: 0, max: 0.7 }, ...more };
    const searched = searchedOf(randomProblem(5 + k, 7, { constraints }));
    const { program, weights: { offset, count }, rules } = searched,
      alone = HeldPrograms.of(searched, kernels.quadratic);
    assert.ok(alone);
    for (const support of supportsOf(openSupport(program, searched.weights, rules.leastSize), 3)) {
      if (support.every((side) => side === OUT)) continue;
      const whole = solveProgram(programWithin(support, program, searched), kernels), found = alone.solve(support);
      assert.equal(found !== null, whole.status === "optimal");
      if (found === null || whole.point === null) continue;
      solved++;
      const { x } = whole.point, near = (a: number, b: number) => Math.abs(a - b) <= 1e-7 * Math.max(1, Math.abs(b));
      assert.ok(found.weights.every((weight, i) => near(weight, x[offset + i])), `${found.weights} against ${x}`);
      // A little of a weight that is out, in the place of held ones, changes the objective by its slope.
      const step = 1e-5, i = support.indexOf(OUT), upper = program.upper.slice(), lower = program.lower.slice();
      const free = [...programWithin(support, program, searched).lower.entries()];
      for (const [j, low] of free) if (j < offset + count) lower[j] = low;
      support.forEach((side, j) => upper[offset + j] = side === OUT ? 0 : upper[offset + j]);
      lower[offset + i] = upper[offset + i] = step;
      const moved = solveProgram({ ...program, lower, upper }, kernels).point?.x;
      if (moved === undefined) continue;
      const valueAt = (at: Float64Array) =>
        program.quadratic.reduce((sum, { offset: first, size, matrix, factor }) => {
          for (let a = 0; a < size; a++) {
            for (let b = 0; b < size; b++) {
              sum += 0.5 * factor * at[first + a] * at[first + b] * (matrix?.data[a * size + b] ?? (a === b ? 1 : 0));
            }
          }
          return sum;
        }, at.reduce((sum, one, j) => sum + one * program.linear[j], 0));
      const slope = (valueAt(moved) - valueAt(x)) / step;
      assert.ok(Math.abs(slope - found.slopes[i]) <= 1e-2 * Math.abs(found.slopes[i]) + 1e-6, `${slope}`);
    }
  }
  assert.ok(solved > 100, `${solved} supports`);
});

Deno.test("swaps from any support reach the best of all supports of random problems, or nearly always", () => {
  let best = 0, starts = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const constraints = seed % 3 === 0
      ? { cardinality: { max: 3 }, ...SHORT_SELLING }
      : { cardinality: { min: seed % 2, max: 4 }, min_return: 0.03, ...(seed % 2 === 0 && { min_position: 0.1 }) };
    const searched = searchedOf(randomProblem(seed, 9, { constraints }));
    const { program, weights, rules } = searched, open = openSupport(program, weights, rules.leastSize);
    const alone = HeldPrograms.of(searched, kernels.quadratic), most = rules.counts[0].max;
    assert.ok(alone);
    let least = Infinity, worst: Support | null = null, value = -Infinity;
    for (const support of supportsOf(open, most)) {
      const found = alone.solve(support)?.value ?? Infinity;
      least = Math.min(least, found);
      if (found < Infinity && found > value) [worst, value] = [support, found];
    }
    const swaps = SwapSearch.of(searched, kernels.quadratic);
    assert.ok(worst !== null && swaps !== null);
    const found = swaps.from(worst, 2_000 * PROGRAM);
    assert.ok(found !== null && found.value <= value);
    assert.ok(found.support.reduce((sum, side) => sum + (side === OUT ? 0 : 1), 0) <= most);
    starts++;
    if (found.value <= least * (1 + 1e-9)) best++;
  }
  assert.ok(best >= starts - 1, `${best} of ${starts}`);
});

Deno.test("the same swaps are tried at each call, and no more than the work allows", () => {
  const searched = searchedOf(randomProblem(3, 30, { constraints: { cardinality: { max: 6 } } }));
  const start = new Uint8Array(30).fill(OUT).fill(LONG, 0, 6);
  for (const most of [1, 10, 300]) {
    const [one, other] = [1, 2].map(() => SwapSearch.of(searched, kernels.quadratic)?.from(start, most * PROGRAM));
    assert.ok(one && other);
    assert.deepEqual(one, other);
  }
  const alone = HeldPrograms.of(searched, kernels.quadratic);
  assert.ok(alone);
  assert.ok(
    (SwapSearch.of(searched, kernels.quadratic)?.from(start, 300 * PROGRAM)?.value ?? NaN) <
      (alone.solve(start)?.value ?? NaN),
  );
});

Deno.test("programs with rules that are no linear rows of the weights are not swapped", () => {
  const constraints = { cardinality: { max: 3 }, risk_limits: [{ measure: "volatility", max: 0.3 }] };
  const searched = searchedOf(randomProblem(2, 6, { constraints }));
  assert.equal(SwapSearch.of(searched, kernels.quadratic), null);
});
