/**
 * Waits until all promises have settled and returns their values in order. If any rejects, throws the reason of the
 * first one in the list, not the earliest in time.
 */
export async function everyAnswer<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  const outcomes = await Promise.allSettled(promises);
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
