/** Returns a word of the service as text, where it has no name: `min_volatility` as "Min volatility". */
export function plainName(word: string): string {
  const text = word.replaceAll("_", " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
