import type { Places } from "../program/places.ts";
import type { Program } from "../program/program.ts";
import type { Reduction } from "./reduction.ts";

/** A variable that leaves the program, and the row that determines its value. */
export interface SetVariable {
  readonly variable: number;
  readonly row: number;
}

/** A variable that moves with another variable, its leader: by `factor` if the leader moves by 1. */
export interface Following {
  readonly variable: number;
  readonly leader: number;
  readonly factor: number;
}

/**
 * Substituted variables of one kind. A row determines each of them, and both leave the reduced program. The methods
 * extend a solution of the reduced program to the whole program.
 */
export interface Substitution {
  readonly list: readonly SetVariable[];
  readonly following: readonly Following[];
  /** For each variable the row whose other terms replace it in all other rows, or -1; null if none is replaced so. */
  readonly replacingRow: Int32Array | null;
  /** The remaining rows that contain a replaced variable. */
  readonly rowsOfReplaced: readonly number[];
  /**
   * Sets the substituted variables from all others. Kinds that stand later in `SUBSTITUTIONS` of stack.ts may still be
   * unset.
   */
  setPoint(x: Float64Array): void;
  /** Sets the multipliers of the rows so that the reduced cost of each variable is 0. Called in the opposite order. */
  setMultipliers(x: Float64Array, z: Float64Array): void;
  /** Does the same for a proof of infeasibility, which has no objective. */
  setProof(x: Float64Array, z: Float64Array): void;
}

/** Facts that a kind of substitution may use. */
export interface Known {
  /** Variables that earlier kinds have substituted. */
  readonly taken: Places;
  /** The origin of the reduction, with these variables set. */
  readonly x: Float64Array;
}

/** Finds the variables of one kind in a reduced program. */
export type Substituting = (program: Program, reduction: Reduction, known: Known) => Substitution;
