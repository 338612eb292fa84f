/** Writes an identifier of the service as words for a person: "optimization_runs" as "Optimization runs". */
export function wordsOf(identifier: string): string {
  const words = identifier.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
