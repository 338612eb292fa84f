/**
 * Waits until all promises have settled and returns their values in order. If some reject, throws the reason of the
 * first of those in the list, not of the earliest in time.
 */
export async function everyAnswer<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  const outcomes = await Promise.allSettled(promises);
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
