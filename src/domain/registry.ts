/** Type of a fixed list of items (methods, estimators and so on), each found by its id. */
export interface Registry<Item extends { readonly id: string }> extends Iterable<Item> {
  readonly ids: readonly Item["id"][];
  get(id: string): Item | undefined;
}

/** Makes a registry: a list of items that can be found by id. Throws an `Error` for a duplicate id. */
export function registry<Item extends { readonly id: string }>(items: readonly Item[]): Registry<Item> {
  const byId = new Map<string, Item>();
  for (const item of items) {
    if (byId.has(item.id)) throw new Error(`Duplicate id "${item.id}" in a registry`);
    byId.set(item.id, item);
  }
  return {
    ids: items.map((item) => item.id),
    get: (id) => byId.get(id),
    [Symbol.iterator]: () => items[Symbol.iterator](),
  };
}
