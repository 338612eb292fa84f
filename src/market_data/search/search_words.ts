/**
 * Splits a text into words for searching, without case, accents and punctuation. An apostrophe does not split a word.
 */
export function searchWords(text: string): readonly string[] {
  return text.normalize("NFKD").replace(/[\p{M}'’`]/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
