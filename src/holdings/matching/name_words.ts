const IS_ASCII = /^[\0-\x7f]*$/;

/** The words of a name in capitals, `&` written out; most names are of few letters, which are quicker to part. */
export function nameWords(name: string): readonly string[] {
  const isAscii = IS_ASCII.test(name);
  const capitals = (isAscii ? name : name.normalize("NFKC")).toUpperCase();
  const written = capitals.includes("&") ? capitals.replaceAll("&", " AND ") : capitals;
  return written.match(isAscii ? /[A-Z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}
