import type { Program } from "../../program/program.ts";
import type { Cut } from "./cut.ts";

/**
 * Rules that a program of weights leaves out, because they are costly to solve with. A search adds to the program
 * ("takes in") those that its best weights would break.
 */
export interface RulesBeside {
  /** Number of rules added to the program so far. */
  readonly taken: number;
  /** Adds the rules that the weights break to the program. Returns whether any of them is new. */
  take(weights: Float64Array): boolean;
  /** Adds all rules to the program. Returns whether any of them is new. */
  takeAll(): boolean;
  /** Whether weights keep all rules. */
  areKept(weights: Float64Array): boolean;
  /** Returns a cut for each rule that was added and that weights break, if the rule has one. */
  cutsAt(weights: Float64Array): readonly Cut[];
  /** Returns the program with the rules added so far. Its weights are the same variables. */
  program(): Program;
  /** Returns a point of that program near weights. */
  startAt(weights: Float64Array): Float64Array;
}
