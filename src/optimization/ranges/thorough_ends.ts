import { hasEpigraphs, hasOrdered } from "../program/kinds_of_cones.ts";
import type { Kernels } from "../../kernels/mod.ts";
import { type RuleSystem, ruleSystem } from "../conflict/rule_system.ts";
import { searchHeld, workOfProgram } from "../conflict/search_held.ts";
import type { WorkBudget } from "../work/work_budget.ts";
import { largestBreach } from "../program/constrain_by_rules.ts";
import type { Program } from "../program/program.ts";
import type { Problem } from "../problem.ts";
import { certify } from "../certify/certify.ts";
import { judged, type ProgramAnswer } from "../certify/program_answer.ts";
import { PROOF } from "../certify/proof.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { solveByCones } from "../engines/solve_by_cones.ts";
import { solveProgram } from "../solve_program.ts";
import { isNear } from "./range.ts";
import type { SharedWork } from "../work/shared_work.ts";

/** The least value of a sum under all rules, as far as it was found. */
export interface ThoroughEnd {
  /** A lower bound on the least value; -Infinity if nothing is proven. */
  readonly bound: number;
  readonly value: number;
  /** Feasible weights that attain the value; null if none were found. */
  readonly weights: Float64Array | null;
}

const NOTHING: ThoroughEnd = { bound: -Infinity, value: Infinity, weights: null };

/** Share of the work for searches over the sets of held weights, if bounds without the integer rules need work too. */
const OF_SEARCHES = 0.5;

/**
 * A search aims for `SHARE` of the work left for searches, so that a hard one leaves work for the others, and may use
 * up to `SHARES_AT_MOST` times as much. Its node limit is at least `LEAST_NODES`.
 */
const SHARE = 0.04, SHARES_AT_MOST = 4, LEAST_NODES = 10;

/** Fixed work of a program, whatever its size. */
const OF_ITS_OWN = 5e5;

/** The rules whose ends are computed. */
export interface ThoroughRules {
  readonly problem: Problem;
  readonly program: Program;
  /** Whether the rules without the integer rules include curved or scenario rows, which the linear form omits. */
  readonly isCurved: boolean;
}

/** Computes ends under curved and integer rules. Each end takes programs of its own, within a work budget. */
export class ThoroughEnds {
  readonly #rules: ThoroughRules;
  readonly #kernels: Kernels;
  readonly #shared: SharedWork;
  readonly #system: RuleSystem;
  readonly #isOfCones: boolean;
  /** Remaining work for programs without the integer rules, and for searches. */
  readonly #left: { programs: number; searches: number };
  /** Estimated work of one program of a search, used before any search has run. */
  #guess: number | null = null;
  /** Work and nodes of all searches so far. */
  #searched = { work: 0, nodes: 0 };

  /** Uses at most `work` of the shared work. */
  constructor(
    rules: ThoroughRules,
    kernels: Kernels,
    { shared, work }: { readonly shared: SharedWork; readonly work: number },
  ) {
    this.#rules = rules;
    this.#kernels = kernels;
    this.#shared = shared;
    this.#system = ruleSystem(rules.problem);
    this.#isOfCones = !hasEpigraphs(rules.program) && !hasOrdered(rules.program);
    const searches = this.#system.integers.length === 0 ? 0 : rules.isCurved ? OF_SEARCHES * work : work;
    this.#left = { programs: work - searches, searches };
  }

  /** The least value of Σ coefficients[i] w_i. Proves nothing once the work is used up. */
  least(coefficients: Float64Array): ThoroughEnd {
    const { program, isCurved } = this.#rules, linear = new Float64Array(program.size);
    linear.set(coefficients);
    const sought = { ...program, linear }, isContinuous = this.#system.integers.length === 0;
    const continuous = isCurved || isContinuous ? this.#solved(sought) : NOTHING;
    const isFound = continuous.weights !== null && isNear(continuous.value, continuous.bound);
    if (isFound || isContinuous) return continuous;
    const held = this.#held(sought);
    return { ...held, bound: Math.max(continuous.bound, held.bound) };
  }

  #solved(program: Program): ThoroughEnd {
    return this.#within("programs", this.#left.programs, (counted) => {
      const { status, point } = this.#answer(program, counted);
      if (point === null || status === "unbounded") return NOTHING;
      const { value, bound } = certify(program, point);
      return this.#keeping(point.x, { value, bound });
    });
  }

  /** Tries the conic solver first, since its answers are usually proven, and then every way of solving. */
  #answer(program: Program, counted: Kernels): ProgramAnswer {
    const solved = this.#isOfCones ? solveByCones(program, counted, wholeOf(program)) : null;
    const byCones = solved?.status === "solved" ? judged(program, solved.point, solved) : null;
    if (byCones?.status === "optimal") return byCones;
    return solveProgram(program, counted, { purpose: "part" });
  }

  /** Branch and bound over the set of held weights. */
  #held(program: Program): ThoroughEnd {
    const { integers } = this.#system, { problem } = this.#rules, share = SHARE * this.#left.searches;
    const { work, nodes } = this.#searched;
    this.#guess ??= OF_ITS_OWN + workOfProgram(program, this.#kernels);
    const workOfNode = nodes === 0 ? this.#guess : work / nodes;
    // A search that ends before its second program proves nothing, but still pays for setting up its programs.
    if (workOfNode > SHARES_AT_MOST * share) return NOTHING;
    const nodesAtMost = Math.max(LEAST_NODES, Math.round(share / workOfNode));
    return this.#within("searches", SHARES_AT_MOST * share, (kernels, own) => {
      const solve = (one: Program): ProgramAnswer => this.#answer(one, kernels);
      const search = { integers, kernels, budget: null, isEnough: false, nodes: nodesAtMost, solve };
      const before = own.left,
        { best, bound, status, nodes: taken } = searchHeld({ problem, program }, program, search);
      this.#searched = { work: work + before - own.left, nodes: nodes + taken };
      // Infeasible rules are reported elsewhere; here they would give an infinite range.
      if (best === null) return status === "infeasible" ? NOTHING : { ...NOTHING, bound };
      return this.#keeping(best.point.x, { value: status === "unbounded" ? -Infinity : best.value, bound });
    });
  }

  #within(
    part: "programs" | "searches",
    most: number,
    find: (counted: Kernels, own: WorkBudget) => ThoroughEnd,
  ): ThoroughEnd {
    if (!(this.#left[part] > 0)) return NOTHING;
    const before = this.#shared.left, found = this.#shared.within(most, this.#kernels, find);
    this.#left[part] -= before - this.#shared.left;
    return found ?? NOTHING;
  }

  #keeping(x: Float64Array, found: Pick<ThoroughEnd, "value" | "bound">): ThoroughEnd {
    const { problem } = this.#rules, weights = x.slice(0, problem.assets.length);
    const isKept = largestBreach(weights, problem) <= PROOF.primal;
    return { ...found, weights: isKept ? weights : null };
  }
}
