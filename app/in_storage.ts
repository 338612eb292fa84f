/** Returns the result of a step in a storage of the browser; null where it allows none, or refuses the step. */
export function inStorage<Result>(
  kind: "localStorage" | "sessionStorage",
  step: (storage: Storage) => Result,
): Result | null {
  try {
    return step(globalThis[kind]);
  } catch {
    return null;
  }
}
