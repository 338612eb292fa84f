import type { Kernels } from "../../kernels/mod.ts";
import { withinLimit } from "../certify/quadratic_limit.ts";
import { constrainByRules } from "../program/constrain_by_rules.ts";
import { Affine, type Variables } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import type { ProgramOptions, Purpose } from "../program_options.ts";
import type { Problem } from "../problem.ts";
import type { Solution } from "../solution.ts";
import { solveProgram } from "../solve_program.ts";
import type { RulesBeside } from "../ways/integers/rules_beside.ts";
import { missesLimit, solveByTradeOff } from "../ways/prices/solve_by_trade_off.ts";
import { endedDetail, searchWeights, supportRulesOf, withSearch } from "./search_weights.ts";
import { type BuiltWeights, solutionBy, type Solve } from "./solution_by.ts";
import type { WeightObjective } from "./weight_objective.ts";
import { withoutWeights } from "./without_weights.ts";

/** A program over weights, or over weights times a scaling variable. */
export interface WeightProgram {
  readonly program: ProgramBuilder;
  readonly weights: Variables;
  /** 1, or the scaling variable of a homogenised method. */
  readonly scale: Affine;
}

/** A program over weights under the rules of a problem, without an objective. */
export function weightProgram(problem: Problem): WeightProgram {
  const program = new ProgramBuilder();
  const weights = program.variables(problem.assets.length);
  const scale = Affine.constant(1);
  constrainByRules(program, weights, { problem, scale });
  return { program, weights, scale };
}

/**
 * Solves a program over weights. `guess` computes a starting point for all variables. With integer rules a
 * branch-and-bound search first decides which assets are held. If the method has a quadratic limit, attempts follow one
 * another until an answer is proven: the program without slow rescues, a search for the price of the limit
 * (`solveByTradeOff`), and the program with all rescues. The first is left out if the least value of the quadratic form
 * under the rules exceeds the limit.
 */
export function solveWeights(
  lowered: WeightProgram,
  objective: WeightObjective,
  { problem, kernels, beside, workAtMost, ...start }:
    & {
      readonly problem: Problem;
      readonly kernels: Kernels;
      /** Rules that the program omits. A search adds those that its weights break. */
      readonly beside?: RulesBeside;
      /** Work limit of a search, in matrix entries (`work_of_solve.ts`); the default of `searchWeights` if absent. */
      readonly workAtMost?: number;
    }
    & Start,
): Solution {
  const program = lowered.program.build(), { limit = null } = objective;
  const built = { ...lowered, program, limit, objective, problem, kernels };
  const rules = supportRulesOf(problem);
  if (rules === null) return provenByLeast(solveBuilt(built, start), objective);
  const searched = { ...built, rules, beside: beside ?? null, ...workAtMost && { workAtMost } };
  const found = searchWeights(searched, start.guess);
  if (found.status === "unbounded" || found.status === "infeasible") return withoutWeights(found.status);
  if (found.best === null) return withoutWeights("not_proven", endedDetail(found));
  const { program: held, point } = found.best;
  const solution = withSearch(
    solveBuilt({ ...built, program: held }, { guess: () => point.x }),
    found,
    objective.slope,
  );
  return provenByLeast(solution, objective);
}

/**
 * Weights that attain the lower bound of the value are optimal. Multipliers of 0 prove this, so all shadow prices are
 * 0.
 */
function provenByLeast(solution: Solution, { least = -Infinity }: WeightObjective): Solution {
  const { objective, certificate, shadowPrices } = solution;
  if (objective === null || certificate === null || !(objective.value <= least)) return solution;
  const { search } = certificate;
  return {
    ...solution,
    status: "optimal",
    detail: null,
    certificate: {
      ...certificate,
      dualResidual: 0,
      dualityGap: 0,
      provenOptimal: true,
      ...search && { search: { ...search, bound: least } },
    },
    shadowPrices: new Map(Array.from(shadowPrices.keys(), (key) => [key, 0])),
  };
}

type Start = Pick<ProgramOptions, "guess" | "likely">;

function solveBuilt(built: BuiltWeights, { guess, likely }: Start): Solution {
  const { program, limit, kernels } = built;
  const by = (solve: Solve): Solution => solutionBy(solve, built);
  const byProgram = (purpose: Purpose): Solution =>
    by((one) => withinLimit(solveProgram(one, kernels, { guess, likely, purpose }), limit));
  if (limit === null) return byProgram("shown");
  const byTradeOff = (): Solution => by((one) => solveByTradeOff(one, limit, { kernels, guess }));
  const attempts = missesLimit(program, limit, { kernels, guess })
    ? [byTradeOff, () => byProgram("shown")]
    : [() => byProgram("part"), byTradeOff, () => byProgram("shown")];
  let solution = withoutWeights("not_proven");
  for (const attempt of attempts) {
    if (solution.status !== "not_proven") break;
    const next = attempt();
    if (next.status !== "not_proven" || next.weights !== null || solution.weights === null) solution = next;
  }
  return solution;
}
