/**
 * The value at a place among values from the least on, place 0 the least, without sorting them all (Hoare (1961),
 * Algorithm 65: find, Communications of the ACM 4(7)). NaN counts as larger than any number.
 */
export function orderStatistic(values: Float64Array, place: number): number {
  if (values.some(Number.isNaN)) return values.toSorted()[place];
  const left = values.slice();
  let first = 0, last = left.length - 1;
  while (first < last) {
    const pivot = medianOfThree(left[first], left[(first + last) >> 1], left[last]);
    let i = first, j = last;
    while (i <= j) {
      while (left[i] < pivot) i++;
      while (left[j] > pivot) j--;
      if (i > j) break;
      const value = left[i];
      left[i++] = left[j];
      left[j--] = value;
    }
    // Below i nothing is more than the pivot, above j nothing less; between them stands the pivot alone.
    if (place <= j) last = j;
    else if (place >= i) first = i;
    else return left[place];
  }
  return left[place];
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
