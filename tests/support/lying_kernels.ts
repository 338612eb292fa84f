import type { ConicPoint, ConicProgram, ConicSolver } from "../../src/kernels/conic.ts";
import { CoreInstance } from "../../src/kernels/core_instance.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import { NormalMatrices } from "../../src/kernels/normal_matrix.ts";
import {
  type BoxQuadraticAnswer,
  type BoxQuadraticOptions,
  type BoxQuadraticProgram,
  type QuadraticAnswer,
  type QuadraticOptions,
  type QuadraticProgram,
  QuadraticSolver,
} from "../../src/kernels/quadratic.ts";
import type { HingeAnswer, HingeOptions, HingeProgram } from "../../src/optimization/engines/hinges/hinge_program.ts";
import { HingeSolver } from "../../src/optimization/engines/hinges/hinge_solver.ts";
import { randomNumbers } from "./sample_problem.ts";

/**
 * Status that a lying solver of a test reports for every program. The lying hinge solver reports `optimal` whatever it
 * is told.
 */
export type LyingWord = "optimal" | "infeasible" | "unbounded";

/**
 * Kinds of numbers that a lying solver of a test returns with its status: random numbers of the size of weights or far
 * from it, a point without multipliers, all zeros, one entry that is NaN or infinite, or the honest solution for
 * another objective.
 */
export const LYING_NUMBERS = [
  "random",
  "huge",
  "tiny",
  "without multipliers",
  "zeros",
  "NaN",
  "Infinity",
  "-Infinity",
  "another objective",
] as const;
export type LyingNumbers = typeof LYING_NUMBERS[number];

/** Names of the solvers that tests can replace by lying ones. */
export const SOLVERS = ["conic", "quadratic", "hinges"] as const;
export type SolverName = typeof SOLVERS[number];

export interface Lie {
  readonly word: LyingWord;
  readonly numbers: LyingNumbers;
  readonly by: readonly SolverName[];
}

/**
 * Test helper. Returns numeric kernels in which the solvers of `lie.by` report a false status with false numbers, to
 * test that certification detects false answers.
 */
export async function lyingKernels(honest: Kernels, lie: Lie): Promise<Kernels> {
  const instance = await CoreInstance.load();
  const script = new Script(lie);
  const lies = (solver: SolverName): boolean => lie.by.includes(solver);
  return {
    ...honest,
    ...lies("conic") ? { conic: lyingConic(honest.conic, script) } : {},
    ...lies("quadratic") ? { quadratic: new LyingQuadratic(instance, script) } : {},
    ...lies("hinges") ? { hinges: new LyingHinges(instance, script) } : {},
  };
}

class Script {
  readonly word: LyingWord;
  readonly #numbers: LyingNumbers;
  readonly #random = randomNumbers(20260101);

  constructor({ word, numbers }: Lie) {
    this.word = word;
    this.#numbers = numbers;
  }

  get isOfAnotherObjective(): boolean {
    return this.#numbers === "another objective";
  }

  point(count: number): Float64Array {
    return this.#vector(count);
  }

  multipliers(count: number): Float64Array {
    return this.#numbers === "without multipliers" ? new Float64Array(count) : this.#vector(count);
  }

  /**
   * Returns random linear objective coefficients of the same magnitude as `q`, so that the lying solver solves another
   * program.
   */
  otherSlopes(q: Float64Array): Float64Array {
    const size = q.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0) || 1;
    return q.map(() => size * (2 * this.#random() - 1));
  }

  sides(count: number): Int32Array {
    return Int32Array.from({ length: count }, () => Math.floor(3 * this.#random()) - 1);
  }

  #vector(count: number): Float64Array {
    const vector = Float64Array.from({ length: count }, () => SIZES[this.#numbers] * (2 * this.#random() - 1));
    const odd = ODD[this.#numbers];
    if (odd !== undefined && count > 0) vector[Math.floor(count * this.#random())] = odd;
    return vector;
  }
}

const SIZES: Readonly<Record<LyingNumbers, number>> = {
  random: 1,
  huge: 1e12,
  tiny: 1e-12,
  "without multipliers": 1,
  zeros: 0,
  NaN: 1,
  Infinity: 1,
  "-Infinity": 1,
  "another objective": 1,
};
const ODD: Partial<Readonly<Record<LyingNumbers, number>>> = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };

const CONIC_WORDS: Readonly<Record<LyingWord, ConicPoint["status"]>> = {
  optimal: "optimal",
  infeasible: "primal_infeasible",
  unbounded: "dual_infeasible",
};

function lyingConic(honest: ConicSolver, script: Script): ConicSolver {
  return {
    solve(program: ConicProgram, options): ConicPoint {
      const status = CONIC_WORDS[script.word];
      if (script.isOfAnotherObjective) {
        return { ...honest.solve({ ...program, q: script.otherSlopes(program.q) }, options), status };
      }
      const { q, b } = program;
      return {
        status,
        x: script.point(q.length),
        z: script.multipliers(b.length),
        s: script.point(b.length),
        iterations: 1,
      };
    },
  };
}

class LyingQuadratic extends QuadraticSolver {
  readonly #script: Script;

  constructor(instance: CoreInstance, script: Script) {
    super(instance);
    this.#script = script;
  }

  override solve(program: QuadraticProgram, options: QuadraticOptions): QuadraticAnswer {
    const script = this.#script;
    if (script.isOfAnotherObjective) {
      const found = super.solve({ ...program, q: script.otherSlopes(program.q) }, options);
      return { ...found, status: script.word };
    }
    const { q, A, G } = program;
    return {
      status: script.word,
      x: script.point(q.length),
      y: script.multipliers(A.rows),
      z: script.multipliers(G.rows),
      v: script.multipliers(q.length),
      activeSet: { bounds: Int8Array.from(script.sides(q.length)), rows: Int8Array.from(script.sides(G.rows)) },
      iterations: 1,
    };
  }

  override solveBox(program: BoxQuadraticProgram, options: BoxQuadraticOptions): BoxQuadraticAnswer {
    const script = this.#script;
    const n = program.q.length;
    switch (script.word) {
      case "infeasible":
        return { status: "infeasible", iterations: 1 };
      case "unbounded":
        return { status: "unbounded", direction: script.point(n), iterations: 1 };
      case "optimal":
        if (script.isOfAnotherObjective) {
          return super.solveBox({ ...program, q: script.otherSlopes(program.q) }, options);
        }
        return {
          status: "optimal",
          x: script.point(n),
          gradient: script.multipliers(n),
          sides: script.sides(n),
          multiplier: script.multipliers(1)[0],
          iterations: 1,
        };
    }
  }
}

class LyingHinges extends HingeSolver {
  readonly #script: Script;

  constructor(instance: CoreInstance, script: Script) {
    super(new NormalMatrices(instance));
    this.#script = script;
  }

  /**
   * Reports `optimal` whatever the lie says, because the other statuses of the hinge solver claim nothing about the
   * program.
   */
  override solve(program: HingeProgram, options: HingeOptions): HingeAnswer {
    const script = this.#script;
    if (script.isOfAnotherObjective) {
      return { ...super.solve({ ...program, q: script.otherSlopes(program.q) }, options), status: "optimal" };
    }
    const { q, k, e, h, chain } = program;
    return {
      status: "optimal",
      x: script.point(q.length),
      chain: script.point(chain?.costs.length ?? 0),
      u: script.point(k.length),
      onHinges: script.multipliers(k.length),
      onPositive: script.multipliers(k.length),
      onEqualities: script.multipliers(e.length),
      onRows: script.multipliers(h.length),
      onLower: script.multipliers(q.length),
      onUpper: script.multipliers(q.length),
      iterations: 1,
    };
  }
}
