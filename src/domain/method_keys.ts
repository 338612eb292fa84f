/**
 * Returns the key of each method in a request: the one that the request gives, even an invalid one, else the method's
 * id, then id_2 and so on.
 */
export function methodKeys(entries: readonly unknown[]): readonly unknown[] {
  const counts = new Map<unknown, number>();
  return entries.map((entry) => {
    const own = keyGiven(entry);
    if (own !== null) return own;
    const id = isFields(entry) ? entry.method : entry;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}_${count}`;
  });
}

/** Returns the key that a request gives to a method, or null if it gives none. */
export function keyGiven(entry: unknown): unknown {
  return isFields(entry) ? entry.key ?? null : null;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
