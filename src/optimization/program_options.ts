/** How the caller uses the answer of a program. */
export type Purpose =
  /** The user sees the answer. An unproven answer goes through all rescues, however slow. */
  | "shown"
  /** One of many programs, as in a search. An unproven answer stays unproven. */
  | "part"
  /**
   * One step of a search, whose answer may be unproven. Each running maximum may keep the period at which the guess
   * attains it.
   */
  | "step"
  /**
   * Only a point near the optimum is needed, without a proof. A program with curved cones goes to the conic solver
   * alone.
   */
  | "start";

/** Options of `solveProgram`. */
export interface ProgramOptions {
  /** Computes a point near the optimum as a start. It need not be feasible. */
  readonly guess?: (() => Float64Array) | undefined;
  /**
   * Computes a cheaper point than `guess`, for engines that need to know only which variables are in use. Equal to
   * `guess` if absent.
   */
  readonly likely?: (() => Float64Array) | undefined;
  /** `shown` if absent. */
  readonly purpose?: Purpose;
}
