import type { Kernels } from "../../kernels/mod.ts";
import type { WorkBudget } from "../work/work_budget.ts";
import { minimiseVolatility, minVolatility } from "../methods/mean_variance/min_volatility.ts";
import { costlyRules } from "../weights/costly_rules.ts";
import { largestBreach } from "../program/constrain_by_rules.ts";
import { searchWeights, supportRulesOf } from "../weights/search_weights.ts";
import { weightProgram } from "../weights/weight_program.ts";
import type { Problem } from "../problem.ts";
import { PROOF } from "../certify/proof.ts";
import { nearLeastVolatility } from "./near_least_volatility.ts";
import { EXACT, type RangeEnd } from "./range.ts";
import type { RangeSearch } from "./range_search.ts";
import type { SharedWork } from "../work/shared_work.ts";

interface Searched {
  readonly problem: Problem;
  readonly search: RangeSearch;
}

/**
 * A small volatility per period and its weights, found under some of the rules, with a lower bound under those rules.
 */
interface FoundLeast {
  readonly value: number;
  readonly bound: number;
  /** Whether the value is proven to be the least, even if it is not close to the bound. */
  readonly isProven: boolean;
  readonly weights: Float64Array | null;
}

const NOTHING: FoundLeast = { value: Infinity, bound: 0, isProven: false, weights: null };

/**
 * The least volatility per period under all rules. It is computed under successively more rules, within a work budget.
 * The minimum under fewer rules is a lower bound, and is exact if its weights keep the other rules.
 */
export function leastVolatility(
  searched: Searched,
  kernels: Kernels,
  { shared, most }: { readonly shared: SharedWork; readonly most: number },
): RangeEnd {
  const { problem } = searched;
  let bound = 0;
  const exact = shared.within(most, kernels, (counted, own): RangeEnd | null => {
    for (const found of foundLeast(searched, counted, own)) {
      const { value, isProven, weights } = found;
      bound = Math.max(bound, found.bound);
      const isLeast = isProven || value - bound <= EXACT * value;
      if (isLeast && weights !== null && largestBreach(weights, problem) <= PROOF.primal) {
        return { value, isExact: true };
      }
    }
    return null;
  });
  return exact ?? { value: bound, isExact: false };
}

/**
 * With this many assets or more the solver starts from the weights of `near_least_volatility.ts`. From its own start it
 * takes 20 s for 2,000 assets.
 */
const MANY = 500;

/**
 * Yields the least volatility under more and more rules: without the rules that make a program much slower to solve
 * (`weights/costly_rules.ts`), then with them, and last with the integer rules. Throws `OutOfWork`.
 */
function* foundLeast({ problem, search }: Searched, counted: Kernels, budget: WorkBudget): Generator<FoundLeast> {
  const rules = problem.rules.filter((one) => one.integers(problem) === null);
  const near = problem.assets.length < MANY ? null : nearLeastVolatility(problem, search, counted);
  if (near !== null) yield { ...NOTHING, bound: near.bound };
  const continuous = { ...problem, rules, warmStart: near && near.weights }, costly = costlyRules(continuous);
  if (costly.size > 0) yield byMethod({ ...continuous, leftOut: costly }, counted);
  yield byMethod(continuous, counted);
  if (rules.length === problem.rules.length) return;
  yield bySearch({ ...problem, leftOut: costlyRules(problem) }, counted, budget);
  if (costly.size > 0) yield byMethod(problem, counted);
}

function byMethod(problem: Problem, counted: Kernels): FoundLeast {
  const { objective, certificate, weights } = minVolatility.solve(problem, {}, counted);
  if (objective === null || certificate === null) return NOTHING;
  const { value } = objective, { dualityGap, primalResidual, provenOptimal } = certificate;
  const isBounded = primalResidual < Infinity && dualityGap < 1;
  return {
    value,
    bound: isBounded ? value * Math.sqrt(1 - dualityGap) : 0,
    // The relative gap of a variance is twice that of its square root.
    isProven: provenOptimal && dualityGap <= 2 * EXACT,
    weights,
  };
}

/**
 * The search for held assets may use the share `SEARCHED` of the remaining work. It counts work in matrix entries, each
 * of which is worth `OF_ENTRY` units.
 */
const SEARCHED = 0.8, OF_ENTRY = 60;

function bySearch(problem: Problem, counted: Kernels, budget: WorkBudget): FoundLeast {
  const lowered = weightProgram(problem), { weights } = lowered, rules = supportRulesOf(problem);
  if (rules === null) return NOTHING;
  const { value } = minimiseVolatility(lowered, problem, counted), program = lowered.program.build();
  const searched = { program, weights, rules, limit: null, kernels: counted };
  const { best, bound } = searchWeights({ ...searched, workAtMost: SEARCHED * budget.left / OF_ENTRY }, undefined);
  const held = best?.point.x.slice(weights.offset, weights.offset + weights.count) ?? null;
  return {
    value: held === null ? Infinity : value(held),
    // The search minimises half the variance. A bound of Infinity means infeasible rules, which another part of the run
    // reports.
    bound: bound > 0 && bound < Infinity ? Math.sqrt(2 * bound) : 0,
    isProven: false,
    weights: held,
  };
}
