/**
 * What promises resolve to, in their order, once none of them is under way any more. Rejects with the reason of the
 * first, by their order and not by the clock, that rejected.
 */
export async function everyAnswer<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  const outcomes = await Promise.allSettled(promises);
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
