import { distance } from "fastest-levenshtein";

/** The known word that is most like a mistyped one; null where none is near. */
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
