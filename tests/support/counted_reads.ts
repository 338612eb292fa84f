/** Objects of which every read of a field is counted, together: how work grows with what was sent, on any machine. */
export function countedReads<Item extends object>(
  items: readonly Item[],
  field: keyof Item,
): { readonly items: readonly Item[]; readonly reads: () => number } {
  let reads = 0;
  const counted = items.map((item) =>
    new Proxy(item, {
      get(target, property) {
        if (property === field) reads++;
        return Reflect.get(target, property);
      },
    })
  );
  return { items: counted, reads: () => reads };
}
