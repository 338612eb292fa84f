import type { Program } from "../../program/program.ts";
import type { Cut } from "./cut.ts";

/** Rules that a program of weights leaves out, of which a search takes in those that its best weights would miss. */
export interface RulesBeside {
  /** How many of them are taken in. */
  readonly taken: number;
  /** Takes in those that weights miss; whether there is one that was not. */
  take(weights: Float64Array): boolean;
  /** Takes in all of them; whether there is one that was not. */
  takeAll(): boolean;
  /** Whether weights keep all of them. */
  areKept(weights: Float64Array): boolean;
  /** One of each that is taken in and that weights miss, as far as there is one. */
  cutsAt(weights: Float64Array): readonly Cut[];
  /** The program with those that are taken in, its weights the same variables. */
  program(): Program;
  /** A point of that program near weights. */
  startAt(weights: Float64Array): Float64Array;
}
