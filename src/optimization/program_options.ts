/** What the answer of a program is for. */
export type Purpose =
  /** The user is shown it: an answer that stays unproven goes through all rescues, however slow. */
  | "shown"
  /** One of many in turn, as a search solves them: what is unproven stays so. */
  | "part"
  /** A step of a search: the peaks of paths may stay where the guess has them, and the answer unproven. */
  | "step"
  /** A point near the optimum, unproven: curved cones are left to the conic solver alone. */
  | "start";

/** How a program is to be solved. */
export interface ProgramOptions {
  /** Makes a point near the optimum to start from; it need not be feasible. */
  readonly guess?: (() => Float64Array) | undefined;
  /** The same where that is costly, at once, for what asks no more of it than which variables may be used. */
  readonly likely?: (() => Float64Array) | undefined;
  /** `shown` if absent. */
  readonly purpose?: Purpose;
}
