import type { Program } from "../../program/program.ts";
import { type Cut, withCuts } from "./cut.ts";
import type { CutRelaxations } from "./cut_relaxations.ts";
import { programWithin, type SupportedProgram } from "./decided_supports.ts";
import { loweredByPerspective } from "./perspective_bound.ts";
import { perspectiveProgram } from "./perspective_program.ts";
import type { Support } from "./support.ts";

/** Most linearisations of the perspective for one node. Each is at the mean of the last weights and the new ones. */
const PERSPECTIVE_ROUNDS = 3;

/**
 * The first nodes whose perspective is solved with cones. After them cones are used only while they close at least half
 * of their nodes.
 */
const CONES_TRIED = 3;

/** Computes lower bounds of nodes by the perspective of the objective. */
export class PerspectiveBounds {
  readonly #searched: SupportedProgram;
  readonly #relaxations: CutRelaxations;
  readonly #boundByCones: (program: Program) => number;
  /** Number of bounds by cones, and of those that closed their node. */
  #conesSolved = 0;
  #conesClosed = 0;

  constructor(searched: SupportedProgram, relaxations: CutRelaxations, boundByCones: (program: Program) => number) {
    this.#searched = searched;
    this.#relaxations = relaxations;
    this.#boundByCones = boundByCones;
  }

  /**
   * Returns a lower bound of a node, at least the known one. It solves a few linearisations of the perspective in the
   * weights alone. It then solves the perspective with cones, which is far slower, if that has closed most nodes so
   * far.
   */
  bound(
    support: Support,
    { x, known, cuts, cutoff }: {
      /** A point of the node. */
      readonly x: Float64Array;
      /** A known lower bound. */
      readonly known: number;
      readonly cuts: readonly Cut[];
      /** The bound that closes the node. */
      readonly cutoff: number;
    },
  ): number {
    const { weights, rules, perspective = null } = this.#searched;
    if (perspective === null || !(cutoff < Infinity)) return known;
    const plain = programWithin(support, this.#searched.program, this.#searched);
    let within = withCuts(plain, weights, cuts), held = cuts, at = this.#relaxations.weightsOf(x), bound = known;
    for (let round = 0; round < PERSPECTIVE_ROUNDS && bound < cutoff; round++) {
      const lowered = loweredByPerspective(within, support, { at, perspective, rules });
      if (lowered === null) return bound;
      const next = this.#relaxations.bounded(lowered.program, x);
      if (next === "infeasible" || next.x === null) break;
      bound = Math.max(bound, next.bound + lowered.constant);
      const weightsOfNext = this.#relaxations.weightsOf(next.x), more = this.#relaxations.withBroken(held, next.x);
      at = at.map((weight, i) => (weight + weightsOfNext[i]) / 2);
      if (more === null) continue;
      held = more;
      within = withCuts(plain, weights, held);
    }
    if (bound >= cutoff || !this.#areConesWorthIt) return bound;
    const lowered = perspectiveProgram(within, support, { perspective, rules });
    if (lowered === null) return bound;
    const byCones = this.#boundByCones(lowered) + perspective.constant;
    this.#conesSolved++;
    if (byCones >= cutoff) this.#conesClosed++;
    return Math.max(bound, byCones);
  }

  /**
   * Whether cones are worth their time: for the first nodes, and then while they close at least half of their nodes.
   */
  get #areConesWorthIt(): boolean {
    return this.#conesSolved < CONES_TRIED || this.#conesClosed >= this.#conesSolved / 2;
  }
}
