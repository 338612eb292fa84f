import assert from "node:assert/strict";
import { randomProblem } from "../../../tests/support/random_problem.ts";
import { problemOf, randomNumbers, solveBy } from "../../../tests/support/sample_problem.ts";
import { IS_FULL_RUN, problemCount } from "../../../tests/support/tier.ts";
import type { Relaxation } from "../../domain/errors.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { METHODS } from "../methods/mod.ts";
import type { Problem } from "../problem.ts";
import { relaxationsBeside } from "./relaxations_beside.ts";

const kernels = await loadKernels(null);

type Constraints = Readonly<Record<string, unknown>>;
type Parameters = Readonly<Record<string, number>>;

function waysOut(id: string, problem: Problem, parameters: Parameters): readonly Relaxation[] {
  const hold = METHODS.get(id)?.holdTarget;
  assert.ok(hold);
  return relaxationsBeside(problem, (lowered) => hold(lowered, problem, parameters, kernels), { kernels, work: 1e9 });
}

/** Constraints with a share of a change of a general bound or of a turnover; null of any other rule. */
function changed(constraints: Constraints, { family, rule, limit, from, to }: Relaxation, share: number) {
  const isPlain = family === "turnover" || (family === "weight_bounds" && rule === "default");
  const { [family]: own } = constraints;
  if (!isPlain || typeof own !== "object") return null;
  return { ...constraints, [family]: { ...own, [limit]: from + share * ((to ?? NaN) - from) } };
}

Deno.test("a proposed rule change makes an unreachable target reachable, and nine tenths of it do not", () => {
  const random = randomNumbers(11);
  const compared = { efficient_return: 0, efficient_risk: 0 };
  for (let trial = 0; trial < problemCount(150, 15); trial++) {
    const { market, rules } = randomProblem(1 + Math.floor(1e6 * random()));
    const problem = problemOf(market, rules), { periodsPerYear } = problem;
    const best = solveBy("max_return", problem, { kernels }).objective?.value ?? NaN;
    const least = solveBy("min_volatility", problem, { kernels }).objective?.value ?? NaN;
    const beyond = 1 + 0.3 * random();
    const targets = [
      ["efficient_return", { target_return: best * periodsPerYear * (best > 0 ? beyond : 1 / beyond) }],
      ["efficient_risk", { target_volatility: least * Math.sqrt(periodsPerYear) / beyond }],
    ] as const;
    for (const [id, parameters] of targets) {
      if (Object.values(parameters).some(Number.isNaN)) continue;
      for (const change of waysOut(id, problem, parameters)) {
        const statusAt = (share: number): string | null => {
          const constraints = changed(rules.constraints ?? {}, change, share);
          if (constraints === null) return null;
          return solveBy(id, problemOf(market, { ...rules, constraints }), { kernels, parameters }).status;
        };
        if (statusAt(1) === null) continue;
        compared[id]++;
        const told = JSON.stringify([trial, id, parameters, change]);
        assert.equal(statusAt(1), "optimal", told);
        assert.equal(statusAt(0.9), "infeasible", told);
      }
    }
  }
  if (IS_FULL_RUN) assert.ok(Object.values(compared).every((count) => count >= 10), JSON.stringify(compared));
});
