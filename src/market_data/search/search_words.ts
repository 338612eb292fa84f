/**
 * The words of a text as searches compare them: without case, accents and punctuation. An apostrophe parts no words.
 */
export function searchWords(text: string): readonly string[] {
  return text.normalize("NFKD").replace(/[\p{M}'’`]/gu, "").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
