import { dot, maximumNorm } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { LinearAnswer, Minimise } from "../../kernels/linear.ts";
import { largestBreach } from "../program/constrain_by_rules.ts";
import type { Bounds } from "../program/bounds.ts";
import { weightProgram } from "../weights/weight_program.ts";
import type { Problem } from "../problem.ts";
import { PROOF } from "../certify/proof.ts";
import { isLinearRay, judgeLinearEnd } from "./judge_linear_end.ts";
import { type LinearForm, linearForm } from "./linear_form.ts";
import { isNear, type Range, type RangeEnd } from "./range.ts";
import type { SharedWork } from "../work/shared_work.ts";
import { ThoroughEnds } from "./thorough_ends.ts";

/**
 * The least or largest value of a sum of weights times coefficients, with feasible weights that attain it; null if none
 * were found.
 */
export interface FoundEnd extends RangeEnd {
  readonly weights: Float64Array | null;
}

/** The remaining work of the request, and the part of it that ends under curved or integer rules may use. */
export interface SearchWork {
  readonly shared: SharedWork;
  readonly thorough: number;
}

/** The rules whose ranges are computed. */
interface SearchedRules {
  readonly problem: Problem;
  readonly form: LinearForm;
  /** Whether the linear form expresses all rules. */
  readonly isLinear: boolean;
  /** The linear solver; null if the form has too many rows for it. */
  readonly minimise: Minimise | null;
}

/**
 * Most rows of a linear form that the linear solver takes. It keeps the inverse of a basis, which is 200 MB for this
 * many.
 */
const MOST_ROWS = 5_000;

/**
 * Calls `compute` with a search for the ranges of sums under the rules of a problem, and returns its result. Under
 * linear rules an end is a vertex; the simplex method finds it from the last vertex and its multipliers prove it. If
 * the vertex breaks another rule, or is not proven, the end comes from a program of all rules or from a search over the
 * sets of held weights. When the work for these runs out, it is the bound of the linear rules. When all work runs out,
 * it is the bound of the limits of single variables. No feasible portfolio exceeds these bounds.
 */
export function searchRanges<Made>(
  problem: Problem,
  kernels: Kernels,
  { work: { shared, thorough }, compute }: {
    readonly work: SearchWork;
    readonly compute: (search: RangeSearch) => Made;
  },
): Made {
  const program = weightProgram(problem).program.build();
  const form = linearForm(program, problem.assets.length);
  const isLinear = form.isWhole && problem.rules.every((rules) => rules.integers(problem) === null);
  const by = (minimise: Minimise | null): Made => {
    const isCurved = !form.isWhole;
    const ends = new ThoroughEnds({ problem, program, isCurved }, kernels, { shared, work: thorough });
    return compute(new RangeSearch({ problem, form, isLinear, minimise }, ends, shared));
  };
  return form.program.rowLower.length > MOST_ROWS ? by(null) : kernels.linear.run(form.program, by);
}

/** Finds the ranges of sums of weights times coefficients. */
export class RangeSearch {
  readonly #searched: SearchedRules;
  readonly #thorough: ThoroughEnds;
  readonly #work: SharedWork;
  readonly #known: Float64Array[] = [];
  #isReached = false;

  constructor(searched: SearchedRules, thorough: ThoroughEnds, work: SharedWork) {
    this.#searched = searched;
    this.#thorough = thorough;
    this.#work = work;
  }

  /** Whether weights that keep all rules have been found. */
  get isReached(): boolean {
    return this.#isReached;
  }

  /** The range of Σ coefficients[i] w_i. */
  rangeOf(coefficients: Float64Array): Range {
    const min = this.least(coefficients), max = this.largest(coefficients);
    return { min: { value: min.value, isExact: min.isExact }, max: { value: max.value, isExact: max.isExact } };
  }

  largest(coefficients: Float64Array): FoundEnd {
    const { value, ...found } = this.least(coefficients.map((one) => -one));
    return { ...found, value: -value };
  }

  least(coefficients: Float64Array): FoundEnd {
    const size = maximumNorm(coefficients);
    if (size === 0) return { value: 0, isExact: true, weights: null };
    const unit = 2 ** Math.round(Math.log2(size));
    const { value, ...found } = this.#leastOf(coefficients.map((one) => one / unit));
    return { ...found, value: unit * value };
  }

  /**
   * A lower bound of a sum under the linear rules, and the weights of the vertex where the sum is least. They may break
   * other rules, and are null if no vertex was found.
   */
  leastVertex(coefficients: Float64Array): { readonly bound: number; readonly weights: Float64Array | null } {
    const { form } = this.#searched, objective = new Float64Array(form.columns.length);
    objective.set(coefficients);
    const answer = this.#answer(objective);
    if (answer?.status !== "optimal") return { bound: -Infinity, weights: null };
    const { bound, isMet } = judgeLinearEnd(form, objective, answer);
    return { bound, weights: isMet ? answer.x.slice(0, coefficients.length) : null };
  }

  /**
   * Returns the least value of the sum of weights times coefficients under the rules, or a bound of it. The largest
   * coefficient is near 1 in size.
   */
  #leastOf(coefficients: Float64Array): FoundEnd {
    const linear = this.#linearEnd(coefficients);
    this.#keep(linear.weights);
    if (linear.isExact && linear.weights !== null) return linear;
    if (linear.isExact && this.#searched.isLinear) return linear;
    const known = this.#bestKnown(coefficients);
    if (known !== null && isNear(known.value, linear.value)) return { ...known, isExact: true };
    const found = this.#thorough.least(coefficients);
    this.#keep(found.weights);
    const bound = Math.max(linear.value, found.bound);
    if (found.weights === null) return { value: bound, isExact: false, weights: null };
    const isExact = found.value === -Infinity || isNear(found.value, bound);
    return { value: isExact ? found.value : bound, isExact, weights: found.weights };
  }

  /**
   * Stores feasible weights, since a portfolio at one end is often at others too: it leaves most assets at 0 and some
   * at their limits.
   */
  #keep(weights: Float64Array | null): void {
    if (weights === null) return;
    this.#isReached = true;
    if (this.#searched.isLinear) return;
    this.#known.push(weights);
    if (this.#known.length > MOST_KNOWN) this.#known.shift();
  }

  #bestKnown(coefficients: Float64Array): { readonly value: number; readonly weights: Float64Array } | null {
    let best: { readonly value: number; readonly weights: Float64Array } | null = null;
    for (const weights of this.#known) {
      const value = dot(coefficients, weights);
      if (best === null || value < best.value) best = { value, weights };
    }
    return best;
  }

  /** The least value under the linear rules; the weights are null if they break another rule. */
  #linearEnd(coefficients: Float64Array): FoundEnd {
    const { form, isLinear } = this.#searched, { program, columns, reach } = form;
    const outside = (): FoundEnd => ({ value: boundAlone(reach, objective), isExact: false, weights: null });
    const objective = new Float64Array(columns.length);
    objective.set(coefficients);
    const answer = this.#answer(objective);
    if (answer === null || answer.status === "infeasible" || answer.status === "iteration_limit") return outside();
    if (answer.status === "unbounded") {
      const isRay = answer.ray !== null && isLinearRay(program, objective, answer.ray);
      return isRay ? { value: -Infinity, isExact: isLinear, weights: null } : outside();
    }
    const { value, bound, isMet } = judgeLinearEnd(form, objective, answer);
    if (!isMet || !isNear(value, bound)) return { value: bound, isExact: false, weights: null };
    const weights = answer.x.slice(0, coefficients.length);
    const isKept = isLinear || largestBreach(weights, this.#searched.problem) <= PROOF.primal;
    return { value: isKept ? value : bound, isExact: isKept, weights: isKept ? weights : null };
  }

  /** Null if the work is used up or there is no linear solver. */
  #answer(objective: Float64Array): LinearAnswer | null {
    const { form: { program }, minimise } = this.#searched;
    if (!(this.#work.left > 0) || minimise === null) return null;
    const answer = minimise(objective);
    this.#work.spend(OF_PIVOTS * answer.work + JUDGED * program.A.column.length);
    return answer;
  }
}

/** Most feasible portfolios that a search keeps, to try them as ends of later sums. */
const MOST_KNOWN = 200;

/** Units of work per multiplication of the simplex method, and per matrix entry when its answer is judged. */
const OF_PIVOTS = 2.5, JUDGED = 5;

/** The minimum of an objective over the bounds alone. */
function boundAlone({ lower, upper }: Bounds, objective: Float64Array): number {
  return objective.reduce((sum, cost, j) => cost === 0 ? sum : sum + cost * (cost > 0 ? lower[j] : upper[j]), 0);
}
