import { type Places, placesOf } from "../program/places.ts";
import type { Program } from "../program/program.ts";
import { DecidedHinges } from "./decided_hinges.ts";
import { DecidedMaxima } from "./decided_maxima.ts";
import { Determined } from "./determined.ts";
import { Followers } from "./followers.ts";
import type { Reduction } from "./reduction.ts";
import type { Following, Substituting, Substitution } from "./substitution.ts";

/**
 * What reductions put in by other variables, in the order in which a point gets them back; their multipliers come in
 * the other order. Hinges are set last, by all others.
 */
const SUBSTITUTIONS: readonly Substituting[] = [
  (program, reduction) => new Determined(program, reduction),
  (program, reduction, known) => new Followers(program, reduction, known),
  (program, reduction) => new DecidedMaxima(program, reduction),
];

/** All variables that a reduction puts in by others, and the rows that say how. */
export class Stack {
  readonly hinges: DecidedHinges;
  readonly #substitutions: readonly Substitution[];
  readonly #followers: Followers | undefined;
  readonly following: readonly Following[];
  /** How many variables rows set or tie, hinges aside. */
  readonly tied: number;
  readonly variables: Places;
  readonly rows: Places;
  /** The row by which each variable is put in wherever else it stands, -1 for the others. */
  readonly putInBy: Int32Array;
  /** The rows that are left and have such a variable in them. */
  readonly rowsBeside: readonly number[];

  /** Without those that equalities determine where `determines` is false. */
  constructor(program: Program, reduction: Reduction, { determines = true }: { readonly determines?: boolean } = {}) {
    this.hinges = new DecidedHinges(program, reduction);
    const x = reduction.origin.slice(), found: Substitution[] = [];
    for (const substituting of determines ? SUBSTITUTIONS : SUBSTITUTIONS.slice(1)) {
      found.at(-1)?.setPoint(x);
      const taken = placesOf(program.size, ...[this.hinges, ...found].map(variablesOf));
      found.push(substituting(program, reduction, { taken, x }));
    }
    this.#substitutions = [...found, this.hinges];
    this.#followers = found.find((one) => one instanceof Followers);
    this.following = found.flatMap(({ following }) => following);
    this.tied = found.reduce((sum, { list }) => sum + list.length, 0);
    this.variables = placesOf(program.size, ...this.#substitutions.map(variablesOf));
    this.rows = placesOf(program.rows.length, ...this.#substitutions.map(rowsOf));
    const putIn = this.#substitutions.flatMap(({ putInBy }) => putInBy === null ? [] : [putInBy]);
    this.putInBy = putIn.reduceRight((first, other) => first.map((row, j) => row < 0 ? other[j] : row));
    this.rowsBeside = [...new Set(this.#substitutions.toReversed().flatMap(({ rowsBeside }) => rowsBeside))];
  }

  /** The narrowest bound of a variable and of what moves with it, at a point; null without any. */
  bound(j: number, side: "lower" | "upper", x: Float64Array): ReturnType<Followers["bound"]> {
    return this.#followers?.bound(j, side, x) ?? null;
  }

  /** Sets the variables, and the multipliers of their rows. */
  setPoint(x: Float64Array, z: Float64Array): void {
    for (const one of this.#substitutions) one.setPoint(x);
    for (const one of this.#substitutions.toReversed()) one.setMultipliers(x, z);
  }

  /** Sets the multipliers of the rows in a proof that no point meets all. */
  setProof(x: Float64Array, z: Float64Array): void {
    for (const one of this.#substitutions.toReversed()) one.setProof(x, z);
  }
}

function variablesOf({ list }: Substitution): number[] {
  return list.map(({ variable }) => variable);
}

function rowsOf({ list }: Substitution): number[] {
  return list.map(({ row }) => row);
}
