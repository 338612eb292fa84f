import { inTurns, Turns } from "../in_turns.ts";

/** The items in the order of their keys, equal ones as they come; other work is let in between. */
export async function sortedInTurns<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Promise<readonly Item[]> {
  const keyed = await inTurns(items, (item) => ({ key: keyOf(item), item }), AT_ONCE);
  const sorted: Item[] = [];
  await sortInto(sorted, keyed, { from: 0, turns: new Turns(AT_ONCE) });
  return sorted;
}

/** As many are compared with each other; of more, which begin alike, those are that go on alike. */
const AT_ONCE = 1_000;
const OPENING = 4;

interface Keyed<Item> {
  readonly key: string;
  readonly item: Item;
}

/** Sorts what is the same up to a letter of its keys. */
async function sortInto<Item>(
  sorted: Item[],
  keyed: readonly Keyed<Item>[],
  { from, turns }: { readonly from: number; readonly turns: Turns },
): Promise<void> {
  await turns.after(keyed.length);
  if (keyed.length <= AT_ONCE) {
    for (const { item } of keyed.toSorted((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0)) sorted.push(item);
    return;
  }
  const byOpening = new Map<string, Keyed<Item>[]>();
  await inTurns(keyed, (one) => {
    const opening = one.key.slice(from, from + OPENING);
    const known = byOpening.get(opening);
    if (known === undefined) byOpening.set(opening, [one]);
    else known.push(one);
  }, AT_ONCE);
  for (const opening of [...byOpening.keys()].sort()) {
    const some = byOpening.get(opening) ?? [];
    // Keys that end here are the same.
    if (opening.length < OPENING) { for (const { item } of some) sorted.push(item); }
    else await sortInto(sorted, some, { from: from + OPENING, turns });
  }
}
