/** The known word that is most like a mistyped one; null where none is near. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const near = Math.max(1, Math.floor(word.length / 3));
  let nearest: string | null = null, least = near + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > near) {
      if (nearest === null && word.length > 3 && candidate.startsWith(word)) nearest = candidate;
      continue;
    }
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    const hasCommon = distance < Math.max(word.length, candidate.length);
    if (hasCommon && distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** `, did you mean "…"?` where a known word is near, else nothing. */
export function suggestion(word: string, known: readonly string[]): string {
  const nearest = nearestWord(word, known);
  return nearest === null ? "" : `, did you mean "${nearest}"?`;
}

/** Insertions, deletions and replacements between two words (Levenshtein 1966). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(previous[j] + 1, current[j - 1] + 1, replaced));
    }
    previous = current;
  }
  return previous[b.length];
}
