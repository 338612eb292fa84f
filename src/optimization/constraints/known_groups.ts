/** Groups that a sentence names; of hundreds nobody reads more. */
const SHOWN = 20;

/** Which groups there are, as the end of a sentence about one that is not among them. */
export function knownGroups(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => `"${name}"`), more = names.length - shown.length;
  return `the groups are ${shown.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}
