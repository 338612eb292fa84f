/** Largest number of groups that a sentence names. */
const SHOWN = 20;

/** Lists the existing groups, as the end of a sentence about an unknown one. */
export function knownGroups(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => `"${name}"`), more = names.length - shown.length;
  return `the groups are ${shown.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}
