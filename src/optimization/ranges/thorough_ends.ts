import type { Kernels } from "../../kernels/mod.ts";
import { type RuleSystem, ruleSystem } from "../conflict/rule_system.ts";
import { searchHeld, workOfProgram } from "../conflict/search_held.ts";
import { OutOfWork, WorkBudget } from "../conflict/work_budget.ts";
import { largestBreach } from "../program/constrain_by_rules.ts";
import type { Program } from "../program/program.ts";
import type { Problem } from "../problem.ts";
import { certify, type Point } from "../solve/certify.ts";
import { PROOF } from "../solve/proof.ts";
import { wholeOf } from "../solve/reduction.ts";
import { solveByCones } from "../solve/solve_by_cones.ts";
import { hasModelled } from "../solve/solve_by_models.ts";
import { solveProgram } from "../solve/solve_program.ts";
import { hasEpigraphs } from "../solve/tangent_model.ts";
import { countedKernels } from "./counted_kernels.ts";
import { isNear } from "./range.ts";

/** What was found of the least of a sum under all rules. */
export interface ThoroughEnd {
  /** At most the least; -Infinity where nothing is proven. */
  readonly bound: number;
  readonly value: number;
  /** Weights that keep the rules and come to the value; null where none were found. */
  readonly weights: Float64Array | null;
}

const NOTHING: ThoroughEnd = { bound: -Infinity, value: Infinity, weights: null };

/** Of the work that is left a search has this share, so that a hard one leaves some to the others; at most so many. */
const SHARE = 0.02, SHARES_AT_MOST = 4, LEAST_NODES = 10;

/** What every program takes, however small. */
const OF_ITS_OWN = 1e6;

/** The ends of rules that are curved or ask which weights are 0, each by programs of its own, within counted work. */
export class ThoroughEnds {
  readonly #problem: Problem;
  readonly #program: Program;
  readonly #kernels: Kernels;
  readonly #system: RuleSystem;
  readonly #isOfCones: boolean;
  #left: number;
  /** Of searches so far. */
  #searched = { work: 0, nodes: 0 };

  constructor(
    { problem, program }: { readonly problem: Problem; readonly program: Program },
    kernels: Kernels,
    work: number,
  ) {
    this.#problem = problem;
    this.#program = program;
    this.#kernels = kernels;
    this.#left = work;
    this.#system = ruleSystem(problem);
    this.#isOfCones = !hasEpigraphs(program) && !hasModelled(program);
  }

  /** The least of a sum, its coefficients by asset; nothing once the work is used up. */
  least(coefficients: Float64Array): ThoroughEnd {
    const linear = new Float64Array(this.#program.size);
    linear.set(coefficients);
    const program = { ...this.#program, linear };
    return this.#system.integers.length > 0 ? this.#held(program) : this.#solved(program);
  }

  /** By the cones as they are, whose answers are proven as a rule, else by all that solves programs. */
  #solved(program: Program): ThoroughEnd {
    const byCones = this.#isOfCones ? this.#within(this.#left, (counted) => this.#byCones(program, counted)) : NOTHING;
    if (byCones.weights !== null && isNear(byCones.value, byCones.bound)) return byCones;
    const byAll = this.#within(this.#left, (counted) => this.#byAll(program, counted));
    return { ...byAll.weights === null ? byCones : byAll, bound: Math.max(byCones.bound, byAll.bound) };
  }

  #byCones(program: Program, kernels: Kernels): ThoroughEnd {
    const solved = solveByCones(program, kernels, wholeOf(program));
    return solved.status === "solved" ? this.#judged(program, solved.point) : NOTHING;
  }

  #byAll(program: Program, kernels: Kernels): ThoroughEnd {
    const { status, point } = solveProgram(program, kernels, { isThorough: false });
    return point === null || status === "unbounded" ? NOTHING : this.#judged(program, point);
  }

  #judged(program: Program, point: Point): ThoroughEnd {
    const { value, bound } = certify(program, point);
    return this.#keeping(point.x, { value, bound });
  }

  /** By branch and bound over which weights are 0. */
  #held(program: Program): ThoroughEnd {
    const { integers } = this.#system, share = SHARE * this.#left;
    const { work, nodes } = this.#searched;
    const workOfNode = nodes === 0 ? OF_ITS_OWN + workOfProgram(program, this.#kernels) : work / nodes;
    const nodesAtMost = Math.max(LEAST_NODES, Math.round(share / workOfNode));
    return this.#within(SHARES_AT_MOST * share, (kernels, own) => {
      const search = { integers, kernels, budget: null, isEnough: false, nodes: nodesAtMost };
      const before = own.left, found = searchHeld({ problem: this.#problem, program }, program, search);
      this.#searched = { work: work + before - own.left, nodes: nodes + found.nodes };
      const { best, bound } = found;
      return best === null ? { ...NOTHING, bound } : this.#keeping(best.point.x, { value: best.value, bound });
    });
  }

  /** What is found by kernels that count, within some of the work that is left. */
  #within(work: number, find: (counted: Kernels, own: WorkBudget) => ThoroughEnd): ThoroughEnd {
    if (!(this.#left > 0)) return NOTHING;
    const given = Math.min(work, this.#left), own = new WorkBudget(given);
    try {
      return find(countedKernels(this.#kernels, own), own);
    } catch (error) {
      if (!(error instanceof OutOfWork)) throw error;
      return NOTHING;
    } finally {
      this.#left -= given - own.left;
    }
  }

  #keeping(x: Float64Array, found: Pick<ThoroughEnd, "value" | "bound">): ThoroughEnd {
    const weights = x.slice(0, this.#problem.assets.length);
    const isKept = largestBreach(weights, this.#problem) <= PROOF.primal;
    return { ...found, weights: isKept ? weights : null };
  }
}
