import type { Places } from "../program/places.ts";
import type { Program } from "../program/program.ts";
import type { Reduction } from "./reduction.ts";

/** A variable that need not be solved for, and the row that sets it. */
export interface SetVariable {
  readonly variable: number;
  readonly row: number;
}

/** A variable that moves with another one, its leader: by `factor` where that moves by 1. */
export interface Following {
  readonly variable: number;
  readonly leader: number;
  readonly factor: number;
}

/**
 * Variables of one kind that a reduction puts in by others, and how an answer of what is left becomes one of the
 * whole. Their rows are left out of the reduced program.
 */
export interface Substitution {
  readonly list: readonly SetVariable[];
  readonly following: readonly Following[];
  /**
   * The row by whose other terms a variable is put in wherever else it stands, -1 for the others; null where no
   * variable is put in so.
   */
  readonly putInBy: Int32Array | null;
  /** The rows that are left and have such a variable in them. */
  readonly rowsBeside: readonly number[];
  /** Sets the variables, where those stand that do not come later in the stack. */
  setPoint(x: Float64Array): void;
  /** Sets the multipliers of the rows so that no variable costs anything, where those stand that come later. */
  setMultipliers(x: Float64Array, z: Float64Array): void;
  /** The same in a proof that no point meets all rows, which knows no objective. */
  setProof(x: Float64Array, z: Float64Array): void;
}

/** What is known of a reduction before a kind of variables is looked for. */
export interface Known {
  /** The variables that other substitutions have. */
  readonly taken: Places;
  /** The origin, with the variables that are set before. */
  readonly x: Float64Array;
}

/** Finds the variables of one kind in a reduction. */
export type Substituting = (program: Program, reduction: Reduction, known: Known) => Substitution;
