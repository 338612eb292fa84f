import { asRefusal, type Refusal } from "../../refusal.ts";

/** Requests that are under way at once. */
const AT_ONCE = 4;

/** What came of doing something with many things. */
export interface Outcome<Item> {
  readonly done: readonly Item[];
  readonly refused: readonly { readonly item: Item; readonly refusal: Refusal }[];
}

/**
 * Does something with each of many things, a few at once. A refusal of one does not hold up the others; where all are
 * refused, it throws the first `Refusal`.
 */
export async function inTurns<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
  onProgress: (count: number) => void = () => undefined,
): Promise<Outcome<Item>> {
  const done: Item[] = [], refused: { item: Item; refusal: Refusal }[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item === undefined) return;
      try {
        await act(item);
        done.push(item);
      } catch (error) {
        refused.push({ item, refusal: asRefusal(error) });
      }
      onProgress(done.length + refused.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const [first] = refused;
  if (done.length === 0 && first !== undefined) throw first.refusal;
  return { done, refused };
}

/** Says what came of it in a sentence: "Tagged 3 runs", or how many were refused and why. */
export function toldOutcome({ done, refused }: Outcome<unknown>, verb: string): string {
  const runs = (count: number): string => `${count} ${count === 1 ? "run" : "runs"}`;
  const [first] = refused;
  if (first === undefined) return `${verb} ${runs(done.length)}`;
  return `${verb} ${done.length} of ${runs(done.length + refused.length)}. ${first.refusal.message}`;
}
