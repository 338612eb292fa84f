/** What a kernel answers: above 0 it was broken off, below 0 it ended without what was asked for. */
export enum Status {
  DONE = 0,
  STOPPED = 1,
  OUT_OF_MEMORY = 2,
  /** No more iterations, or none that improves; the answer is the best that was met. */
  NOT_CONVERGED = -1,
  INFEASIBLE = -2,
  UNBOUNDED = -3,
  /** Rows of a matrix are asked for before it can go on. */
  NEEDS_ROWS = -4,
  NOT_POSITIVE_DEFINITE = -5,
}
