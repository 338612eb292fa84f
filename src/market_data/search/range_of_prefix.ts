/** Where the texts that begin with a prefix stand in a sorted list: from `from` up to but not `to`. */
export function rangeOfPrefix(
  sorted: readonly string[],
  prefix: string,
): { readonly from: number; readonly to: number } {
  const from = firstWhere(sorted, (text) => text >= prefix);
  return { from, to: firstWhere(sorted, (text) => text >= prefix && !text.startsWith(prefix)) };
}

/** The first place from which on a condition holds. */
function firstWhere(sorted: readonly string[], holds: (text: string) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sorted[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
