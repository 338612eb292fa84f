/** How a program is to be solved. */
export interface ProgramOptions {
  /** Makes a point near the optimum to start from; it need not be feasible. */
  readonly guess?: (() => Float64Array) | undefined;
  /** The same where that is costly, at once, for what asks no more of it than which variables may be used. */
  readonly likely?: (() => Float64Array) | undefined;
  /** Whether what stays unproven is tried by other means, however slow; true if absent. */
  readonly isThorough?: boolean;
  /** Whether a point near the optimum will do, unproven: curved cones are then left to the conic solver alone. */
  readonly isRough?: boolean;
  /** Whether the answer will do that has the peaks of paths as the guess has them, unproven: a step of a search. */
  readonly isStep?: boolean;
}
