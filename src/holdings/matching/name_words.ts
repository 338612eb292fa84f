const IS_ASCII = /^[\0-\x7f]*$/;

/**
 * Splits a name into words in capitals, with `&` written as AND. ASCII names, the most common, use a faster pattern.
 */
export function nameWords(name: string): readonly string[] {
  const isAscii = IS_ASCII.test(name);
  const capitals = (isAscii ? name : name.normalize("NFKC")).toUpperCase();
  const written = capitals.includes("&") ? capitals.replaceAll("&", " AND ") : capitals;
  return written.match(isAscii ? /[A-Z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}
