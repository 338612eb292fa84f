import { distance } from "fastest-levenshtein";

/** Returns the known word most similar to a mistyped one; null if none is close. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const near = Math.max(1, Math.floor(word.length / 3));
  let nearest: string | null = null, least = near + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > near) {
      if (nearest === null && word.length > 3 && candidate.startsWith(word)) nearest = candidate;
      continue;
    }
    const changes = distance(word.toLowerCase(), candidate.toLowerCase());
    const hasCommon = changes < Math.max(word.length, candidate.length);
    if (hasCommon && changes < least) [nearest, least] = [candidate, changes];
  }
  return nearest;
}
