/** Items of the quickest work: they take some milliseconds. */
const AT_ONCE = 1_000;

/** Lets other work have its turn. */
export type NextTurn = () => Promise<void>;

/** Does something with each item, `nextTurn` awaited between some of them. */
export async function eachInTurns<Item>(
  items: Iterable<Item>,
  take: (item: Item) => void | Promise<void>,
  { nextTurn, atOnce = AT_ONCE }: { readonly nextTurn: NextTurn; readonly atOnce?: number },
): Promise<void> {
  let taken = 0;
  for (const item of items) {
    await take(item);
    if (++taken % atOnce === 0) await nextTurn();
  }
}
