/** Returns the number that stands for a word in a table of words. A new word gets the next number. */
export function codeOf(codes: Map<string, number>, word: string): number {
  const known = codes.get(word);
  if (known !== undefined) return known;
  codes.set(word, codes.size);
  return codes.size - 1;
}
