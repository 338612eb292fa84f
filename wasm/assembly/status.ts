/**
 * Status that a kernel returns. Above 0 the kernel was broken off; below 0 it returned without the requested answer.
 */
export enum Status {
  DONE = 0,
  STOPPED = 1,
  OUT_OF_MEMORY = 2,
  /**
   * Status of a kernel whose iterations are used up, or whose iterations no longer improve. The answer is the best
   * point that was found.
   */
  NOT_CONVERGED = -1,
  INFEASIBLE = -2,
  UNBOUNDED = -3,
  /** Status of a kernel that needs rows of a matrix before it can continue. */
  NEEDS_ROWS = -4,
  NOT_POSITIVE_DEFINITE = -5,
}
