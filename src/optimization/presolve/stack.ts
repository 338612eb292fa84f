import { type Places, placesOf } from "../program/places.ts";
import type { Program } from "../program/program.ts";
import { DecidedHinges } from "./decided_hinges.ts";
import { DecidedMaxima } from "./decided_maxima.ts";
import { Determined } from "./determined.ts";
import { Followers } from "./followers.ts";
import type { Reduction } from "./reduction.ts";
import type { Following, Substituting, Substitution } from "./substitution.ts";

/**
 * All kinds of substitutions, in the order in which a point gets its variables back. The rows get their multipliers in
 * the opposite order. Hinges are set after these, because they depend on all other variables.
 */
const SUBSTITUTIONS: readonly Substituting[] = [
  (program, reduction) => new Determined(program, reduction),
  (program, reduction, known) => new Followers(program, reduction, known),
  (program, reduction) => new DecidedMaxima(program, reduction),
];

/** All substitutions of a reduction: the variables that leave the program, and the rows that determine them. */
export class Stack {
  readonly hinges: DecidedHinges;
  readonly #substitutions: readonly Substitution[];
  readonly #followers: Followers | undefined;
  readonly following: readonly Following[];
  /** Number of substituted variables, without hinges. */
  readonly tied: number;
  readonly variables: Places;
  readonly rows: Places;
  /** The row whose other terms replace a variable in all further rows, -1 for a variable that no row replaces. */
  readonly replacingRow: Int32Array;
  /** The remaining rows that contain a replaced variable. */
  readonly rowsOfReplaced: readonly number[];

  /** If `determines` is false, the variables that one equality determines stay in the program. */
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
    const replacing = this.#substitutions.flatMap(({ replacingRow }) => replacingRow === null ? [] : [replacingRow]);
    this.replacingRow = replacing.reduceRight((first, other) => first.map((row, j) => row < 0 ? other[j] : row));
    this.rowsOfReplaced = [
      ...new Set(this.#substitutions.toReversed().flatMap(({ rowsOfReplaced }) => rowsOfReplaced)),
    ];
  }

  /** Returns the narrowest bound of a variable and its followers at a point; null if none has a bound. */
  bound(j: number, side: "lower" | "upper", x: Float64Array): ReturnType<Followers["bound"]> {
    return this.#followers?.bound(j, side, x) ?? null;
  }

  /** Sets the substituted variables, and the multipliers of their rows. */
  setPoint(x: Float64Array, z: Float64Array): void {
    for (const one of this.#substitutions) one.setPoint(x);
    for (const one of this.#substitutions.toReversed()) one.setMultipliers(x, z);
  }

  /** Sets the multipliers of the rows that determine the substituted variables, in a proof of infeasibility. */
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
