import type { Kernels } from "../../kernels/mod.ts";
import { type RuleSystem, ruleSystem } from "../conflict/rule_system.ts";
import { searchHeld, workOfProgram } from "../conflict/search_held.ts";
import { OutOfWork, WorkBudget } from "../conflict/work_budget.ts";
import { largestBreach } from "../program/constrain_by_rules.ts";
import type { Program } from "../program/program.ts";
import type { Problem } from "../problem.ts";
import { certify } from "../solve/certify.ts";
import { PROOF } from "../solve/proof.ts";
import { solveProgram } from "../solve/solve_program.ts";

/** What was found of the least of a sum under all rules. */
export interface ThoroughEnd {
  /** At most the least; -Infinity where nothing is proven. */
  readonly bound: number;
  readonly value: number;
  /** Weights that keep the rules and come to the value; null where none were found. */
  readonly weights: Float64Array | null;
}

const NOTHING: ThoroughEnd = { bound: -Infinity, value: Infinity, weights: null };

/** Of the work that is left an end has this share at most, so that a hard one leaves some to the others. */
const SHARE = 0.02, LEAST_NODES = 10;

/** What every program takes, however small. */
const OF_ITS_OWN = 1e6;

/** The ends of rules that are curved or ask which weights are 0, each by programs of its own, within counted work. */
export class ThoroughEnds {
  readonly #problem: Problem;
  readonly #program: Program;
  readonly #kernels: Kernels;
  readonly #budget: WorkBudget;
  readonly #system: RuleSystem;
  #isOutOfWork = false;
  #workOfOne: number | null = null;

  constructor(
    { problem, program }: { readonly problem: Problem; readonly program: Program },
    kernels: Kernels,
    work: number,
  ) {
    this.#problem = problem;
    this.#program = program;
    this.#kernels = kernels;
    this.#budget = new WorkBudget(work);
    this.#system = ruleSystem(problem);
  }

  /** The least of a sum, its coefficients by asset; nothing once the work is used up. */
  least(coefficients: Float64Array): ThoroughEnd {
    if (this.#isOutOfWork) return NOTHING;
    const linear = new Float64Array(this.#program.size);
    linear.set(coefficients);
    const program = { ...this.#program, linear };
    try {
      return this.#system.integers.length > 0 ? this.#held(program) : this.#solved(program);
    } catch (error) {
      if (!(error instanceof OutOfWork)) throw error;
      this.#isOutOfWork = true;
      return NOTHING;
    }
  }

  #solved(program: Program): ThoroughEnd {
    this.#workOfOne ??= workOfProgram(program, this.#kernels) + OF_ITS_OWN;
    this.#budget.spend(this.#workOfOne);
    const { status, point } = solveProgram(program, this.#kernels, { isThorough: false });
    if (point === null || status === "unbounded") return NOTHING;
    const { value, bound } = certify(program, point);
    return this.#keeping(point.x, { value, bound });
  }

  /** By branch and bound over which weights are 0. */
  #held(program: Program): ThoroughEnd {
    const { integers } = this.#system;
    this.#workOfOne ??= workOfProgram(program, this.#kernels);
    const nodes = Math.max(LEAST_NODES, Math.round(SHARE * this.#budget.left / this.#workOfOne));
    const search = { integers, kernels: this.#kernels, budget: this.#budget, isEnough: false, nodes };
    const { best, bound } = searchHeld({ problem: this.#problem, program }, program, search);
    return best === null ? { ...NOTHING, bound } : this.#keeping(best.point.x, { value: best.value, bound });
  }

  #keeping(x: Float64Array, found: Pick<ThoroughEnd, "value" | "bound">): ThoroughEnd {
    const weights = x.slice(0, this.#problem.assets.length);
    const isKept = largestBreach(weights, this.#problem) <= PROOF.primal;
    return { ...found, weights: isKept ? weights : null };
  }
}
