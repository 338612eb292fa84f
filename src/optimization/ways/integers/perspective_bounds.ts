import type { Program } from "../../program/program.ts";
import { type Cut, withCuts } from "./cut.ts";
import type { CutRelaxations } from "./cut_relaxations.ts";
import { programWithin, type SupportedProgram } from "./decided_supports.ts";
import { loweredByPerspective } from "./perspective_bound.ts";
import { perspectiveProgram } from "./perspective_program.ts";
import type { Support } from "./support.ts";

/** Programs by which the perspective of a node is sought: the weights of each are half-way to the next. */
const PERSPECTIVE_ROUNDS = 3;

/** Nodes for which cones are asked however few they close. */
const CONES_TRIED = 3;

/** Bounds of the nodes of a search by the perspective of their objective. */
export class PerspectiveBounds {
  readonly #searched: SupportedProgram;
  readonly #relaxations: CutRelaxations;
  readonly #boundByCones: (program: Program) => number;
  /** Bounds by cones, and those of them that closed their node. */
  #conesSolved = 0;
  #conesClosed = 0;

  constructor(searched: SupportedProgram, relaxations: CutRelaxations, boundByCones: (program: Program) => number) {
    this.#searched = searched;
    this.#relaxations = relaxations;
    this.#boundByCones = boundByCones;
  }

  /**
   * A bound by the perspective of the objective, at least one that is known: by a few programs of the weights alone,
   * and by its cones, which take far longer, where these have closed most nodes before.
   */
  bound(
    support: Support,
    { x, known, cuts, cutoff }: {
      /** A point of the node. */
      readonly x: Float64Array;
      /** What is known to bound it. */
      readonly known: number;
      readonly cuts: readonly Cut[];
      /** What closes the node. */
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

  /** At the root, and as long as they close most of the nodes that they are asked for. */
  get #areConesWorthIt(): boolean {
    return this.#conesSolved < CONES_TRIED || this.#conesClosed >= this.#conesSolved / 2;
  }
}
