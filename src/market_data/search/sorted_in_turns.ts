import { nextTurn } from "../../runtime/next_turn.ts";

/** The items in the order of their keys, equal ones as they come; other work is let in between. */
export async function sortedInTurns<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Promise<readonly Item[]> {
  const byOpening = new Map<string, { readonly key: string; readonly item: Item }[]>();
  for (const item of items) {
    const key = keyOf(item);
    const opening = key.slice(0, OPENING);
    const known = byOpening.get(opening);
    if (known === undefined) byOpening.set(opening, [{ key, item }]);
    else known.push({ key, item });
  }
  const sorted: Item[] = [];
  let waiting = 0;
  for (const opening of [...byOpening.keys()].sort()) {
    const some = byOpening.get(opening) ?? [];
    some.sort((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    for (const { item } of some) sorted.push(item);
    waiting += some.length;
    if (waiting < AT_ONCE) continue;
    waiting = 0;
    await nextTurn();
  }
  return sorted;
}

const OPENING = 4;
const AT_ONCE = 2_000;
