/** Items of the quickest work: they take some milliseconds. */
const AT_ONCE = 1_000;

/** Lets other work have its turn. */
export type NextTurn = () => Promise<void>;

/** Does something with each item, `nextTurn` awaited between some of them. */
export async function eachInTurns<Item>(
  items: readonly Item[],
  take: (item: Item) => void | Promise<void>,
  { nextTurn, atOnce = AT_ONCE }: { readonly nextTurn: NextTurn; readonly atOnce?: number },
): Promise<void> {
  for (const [i, item] of items.entries()) {
    await take(item);
    if (i % atOnce === atOnce - 1) await nextTurn();
  }
}
