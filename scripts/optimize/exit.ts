/**
 * Exit codes of a local optimisation: done, a method has no proven answer or the run failed, the request was refused, a
 * signal ended it.
 */
export const EXIT = { done: 0, failed: 1, refused: 2, interrupted: 130 } as const;
