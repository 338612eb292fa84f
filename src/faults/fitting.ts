/** Returns the first items of a list that fit into so many bytes of JSON, and how many bytes they take. */
export function fitting<Item>(
  items: readonly Item[],
  mostBytes: number,
): { readonly items: readonly Item[]; readonly bytes: number } {
  let bytes = 0;
  for (const [index, item] of items.entries()) {
    const own = new TextEncoder().encode(JSON.stringify(item)).length;
    if (bytes + own > mostBytes) return { items: items.slice(0, index), bytes };
    bytes += own;
  }
  return { items, bytes };
}
