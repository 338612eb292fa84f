/**
 * Returns the name under which a certificate tells what led to its answer: the ids of the way and of the rescue, by
 * which the code is found, and after a slash the engine, as in `few, smaller steps/core`.
 */
export function solverName(ids: readonly string[], solver: string): string {
  return `${ids.join(", ")}/${engineOf(solver)}`;
}

/** Returns the engine of the name of a solver. */
export function engineOf(solver: string): string {
  return solver.slice(solver.lastIndexOf("/") + 1);
}

/** Returns the ids of ways and rescues in the name of a solver. */
export function idsOf(solver: string): readonly string[] {
  const slash = solver.lastIndexOf("/");
  return slash < 0 ? [] : [solver.slice(0, slash)];
}
