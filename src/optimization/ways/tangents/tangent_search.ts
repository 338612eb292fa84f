import { dot } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { type Program, quadraticTimes } from "../../program/program.ts";
import type { Point } from "../../program/point.ts";
import { judged, type JudgedAnswer, type ProgramAnswer } from "../../certify/program_answer.ts";
import type { Purpose } from "../../program_options.ts";
import { excess, PROOF } from "../../certify/proof.ts";
import { solvePart } from "../solve_part.ts";
import type { Way } from "../way.ts";
import type { Tangent } from "./tangent.ts";
import { TangentModel } from "./tangent_model.ts";
import { CLEAR_OF_PROOF, GOOD_ENOUGH_OF_PROOF, NEAR_PROOF } from "../../engines/accuracy.ts";

/**
 * A search ends after this number of steps without a better point. The number falls as the best point nears the proof.
 */
const IDLE_STEPS = { far: 25, near: 6, proven: 2, clear: 1 };

/** A search ends after this number of unproven models in a row. */
const MOST_DOUBTS = 6;

/** A tangent of the function of an epigraph, with its multiplier `length`. */
export type Touching = Tangent & { readonly length: number };

/** State of a search by tangents that all methods share: the best point, the verdict and the counts. */
export class TangentSearch {
  readonly model: TangentModel;
  readonly kernels: Kernels;
  readonly #ways: readonly Way[];
  #best: JudgedAnswer | null = null;
  #lowest: { readonly x: Float64Array; readonly value: number } | null = null;
  /** The answer, if the program is infeasible or unbounded. */
  verdict: ProgramAnswer | null = null;
  solver = "core";
  /** Number of unproven models in a row. */
  #doubts = 0;
  iterations = 0;

  constructor(program: Program, { kernels, ways }: { kernels: Kernels; ways: readonly Way[] }) {
    this.model = new TangentModel(program, kernels.linearAlgebra);
    this.kernels = kernels;
    this.#ways = ways;
  }

  get program(): Program {
    return this.model.program;
  }

  get best(): JudgedAnswer | null {
    return this.#best;
  }

  /** The feasible point with the least objective. */
  get lowest(): Float64Array | null {
    return this.#lowest?.x ?? null;
  }

  /** Whether all functions stand in the objective alone, with costs of at least 0. */
  get isOfObjective(): boolean {
    return this.model.epigraphs.every(({ cost }) => cost !== null && cost >= 0);
  }

  get isDone(): boolean {
    return this.verdict !== null || this.#best?.status === "optimal";
  }

  /** Whether the best point is so near an optimum that tangents at other points add nothing. */
  get isNear(): boolean {
    return this.excess < NEAR_PROOF;
  }

  /** The worst residual of the best point, as a multiple of the tolerance of a proof. */
  get excess(): number {
    return this.#best === null ? Infinity : excess(this.#best.residuals);
  }

  /** Starts another method from the current state. */
  begin(): void {
    this.#doubts = 0;
  }

  /** Solves a model, with a point near its answer as the guess. */
  solve(program: Program, near: Float64Array): ProgramAnswer {
    const answer = this.#solved(program, near, "part");
    this.#doubts = answer.status === "not_proven" ? this.#doubts + 1 : 0;
    this.solver = answer.solver;
    this.iterations += answer.iterations;
    return answer;
  }

  /** Solves a model without a proof, with the peaks of the running maxima where they are at the point. */
  step(program: Program, near: Float64Array): ProgramAnswer {
    const answer = this.#solved(program, near, "step");
    this.iterations += answer.iterations;
    return answer;
  }

  #solved(program: Program, near: Float64Array, purpose: Purpose): ProgramAnswer {
    return solvePart(this.#ways, program, { kernels: this.kernels, guess: () => near, purpose });
  }

  /** Returns the tangents of the functions at a point with the given multipliers. */
  touching(x: Float64Array, lengths: readonly number[]): readonly Touching[] {
    return this.model.supportsAt(x).map(({ slopes }, k) => ({ epigraph: k, slopes, length: lengths[k] }));
  }

  /**
   * Certifies a point with multipliers on tangents, and returns whether it is now the best point. A preferred point
   * also becomes the best one if it lies clearly within the tolerance of a proof.
   */
  judge(
    point: Point,
    functions: (x: Float64Array) => readonly Touching[],
    { isPreferred = false }: { readonly isPreferred?: boolean } = {},
  ): boolean {
    const whole = this.model.withFunctions(point, functions(point.x));
    const answer = judged(this.program, whole, { solver: this.solver, iterations: this.iterations });
    const own = excess(answer.residuals), value = this.objective(answer.point.x);
    if (answer.residuals.primal <= PROOF.primal && value < (this.#lowest?.value ?? Infinity)) {
      this.#lowest = { x: answer.point.x, value };
    }
    if (!(own < this.excess) && !(isPreferred && own <= CLEAR_OF_PROOF)) return false;
    this.#best = answer;
    return true;
  }

  isDoneAfter(stalled: number): boolean {
    const { far, near, proven, clear } = IDLE_STEPS;
    const most = this.excess <= CLEAR_OF_PROOF ? clear : this.excess <= 1 ? proven : this.isNear ? near : far;
    return this.excess <= GOOD_ENOUGH_OF_PROOF || stalled >= most || this.#doubts >= MOST_DOUBTS;
  }

  /** Returns a copy of the point in which the variables that others determine are computed from them. */
  settled(x: Float64Array): Float64Array {
    const whole = x.slice();
    for (const settler of this.program.settlers) settler.settle(whole);
    return whole;
  }

  /** Returns the objective at a point, infinite where the settled variables of an epigraph are NaN, as ln of -1 is. */
  objective(x: Float64Array): number {
    const value = 0.5 * dot(x, quadraticTimes(this.program, x)) + dot(this.program.linear, x);
    return Number.isNaN(value) ? Infinity : value;
  }

  objectiveSize(x: Float64Array): number {
    const Px = quadraticTimes(this.program, x);
    return x.reduce(
      (sum, entry, j) => sum + Math.abs(0.5 * entry * Px[j]) + Math.abs(this.program.linear[j] * entry),
      0,
    );
  }
}
