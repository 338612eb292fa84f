/**
 * Returns the name of a solver in a certificate: the ids of ways and rescues that led to the answer, a slash, and the
 * engine, for example `few, smaller steps/core`.
 */
export function solverName(ids: readonly string[], solver: string): string {
  return `${ids.join(", ")}/${engineOf(solver)}`;
}

/** Returns the engine in the name of a solver. */
export function engineOf(solver: string): string {
  return solver.slice(solver.lastIndexOf("/") + 1);
}

/** Returns the ids of ways and rescues in the name of a solver. */
export function idsOf(solver: string): readonly string[] {
  const slash = solver.lastIndexOf("/");
  return slash < 0 ? [] : [solver.slice(0, slash)];
}
