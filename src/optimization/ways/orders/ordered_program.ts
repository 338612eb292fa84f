import { dot } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import type { ProgramAnswer } from "../../certify/program_answer.ts";
import { type Program, quadraticTimes } from "../../program/program.ts";
import { isIn } from "../../program/is_in.ts";
import type { ProgramOptions, Purpose } from "../../program_options.ts";
import { solvePart } from "../solve_part.ts";
import type { Way } from "../way.ts";
import { leastAlong } from "./least_along.ts";
import { entriesAt, type OrderedBlock, orderedBlocksOf } from "./ordered_blocks.ts";

/** A program with mean differences or ordered sums. Solves the programs in its place and counts their iterations. */
export class OrderedProgram {
  readonly program: Program;
  readonly kernels: Kernels;
  readonly ordered: readonly OrderedBlock[];
  /** Indices of the blocks of mean differences and ordered sums, and the program without them. */
  readonly places: readonly number[];
  readonly rest: Program;
  /** Whether one mean difference or ordered sum is the whole objective and stands in no other row. */
  readonly isAlone: boolean;
  /**
   * Whether no row limits a mean difference or ordered sum v. All points between two feasible ones are then feasible,
   * once each v is computed from its entries.
   */
  readonly isOpen: boolean;
  readonly #ways: readonly Way[];
  #iterations = 0;
  #solver = "core";

  constructor(program: Program, kernels: Kernels, ways: readonly Way[]) {
    const { ordered, places, rest } = orderedBlocksOf(program);
    this.program = program;
    this.kernels = kernels;
    this.#ways = ways;
    this.ordered = ordered;
    this.places = places;
    this.rest = rest;
    this.isAlone = ordered.length === 1 && isAllMinimised(rest, ordered[0].value);
    this.isOpen = !ordered.some(({ value }) => isIn(rest.rows, value));
  }

  /** Iterations of all solves so far. */
  get iterations(): number {
    return this.#iterations;
  }

  get solver(): string {
    return this.#solver;
  }

  /** Solves a program over the same variables, with possible further ones after them, from a point near its answer. */
  solve(program: Program, near: Float64Array | null, purpose: Purpose = "part"): ProgramAnswer {
    const guess = near === null ? undefined : (): Float64Array => {
      const point = new Float64Array(program.size);
      point.set(near);
      for (const settler of program.settlers) settler.settle(point);
      return point;
    };
    return this.solveFrom(guess, program, purpose);
  }

  /** Solves a program from a guess that is computed on demand. */
  solveFrom(guess: ProgramOptions["guess"], program: Program, purpose: Purpose): ProgramAnswer {
    const answer = solvePart(this.#ways, program, { kernels: this.kernels, guess, purpose });
    this.#iterations += answer.iterations;
    this.#solver = answer.solver;
    return answer;
  }

  /** Returns the point with the variables that others determine. */
  settled(x: Float64Array): Float64Array {
    const point = x.slice();
    for (const settler of this.program.settlers) settler.settle(point);
    return point;
  }

  /** Returns the point of least objective between `near` and `x`, or `x` if a row limits a value. */
  leastTowards(x: Float64Array, near: Float64Array): Float64Array {
    const at = (share: number): Float64Array => this.settled(near.map((entry, j) => entry + share * (x[j] - entry)));
    if (!this.isOpen) return this.settled(x);
    return at(
      leastAlong(this.isAlone ? this.#valueTowards(x, near) : (share) => objectiveAt(this.program, at(share))),
    );
  }

  /**
   * Returns the mean difference or ordered sum at a share of the way from `near` to x. Its entries are linear in the
   * share, so they are interpolated.
   */
  #valueTowards(x: Float64Array, near: Float64Array): (share: number) => number {
    const [one] = this.ordered, from = entriesAt(near, one), to = entriesAt(x, one);
    return (share) => one.cone.valueOf(from.map((entry, i) => entry + share * (to[i] - entry)));
  }
}

/** Whether the objective is a positive cost of one variable that stands in no row. */
function isAllMinimised({ linear, quadratic, rows }: Program, variable: number): boolean {
  if (quadratic.length > 0 || !linear.every((cost, j) => j === variable ? cost > 0 : cost === 0)) return false;
  return !isIn(rows, variable);
}

function objectiveAt(program: Program, x: Float64Array): number {
  return dot(program.linear, x) + 0.5 * dot(quadraticTimes(program, x), x);
}
