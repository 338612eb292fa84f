/** Writes an identifier of the service as words for a person: "optimization_runs" as "Optimization runs". */
export function wordsOf(identifier: string): string {
  const words = identifier.replaceAll("_", " ").replace("monte carlo", "Monte Carlo");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
