/** The number of a word, a new one where it has none: words are numbered as they come. */
export function codeOf(codes: Map<string, number>, word: string): number {
  const known = codes.get(word);
  if (known !== undefined) return known;
  codes.set(word, codes.size);
  return codes.size - 1;
}
