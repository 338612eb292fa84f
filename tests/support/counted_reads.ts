/**
 * Test helper. Wraps objects so that all reads of one field are counted together. The count shows how work grows with
 * the size of the input, independently of the machine's speed.
 */
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
