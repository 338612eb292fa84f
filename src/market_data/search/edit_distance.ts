/**
 * Computes the restricted Damerau-Levenshtein distance of two words: the number of letters to insert, delete, replace
 * or swap with a neighbour. Returns Infinity where it is larger than `most`, or `b` has 64 letters or more.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most || b.length >= LONGEST) return Infinity;
  let [before, last, row] = ROWS;
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let steps = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwapped) steps = Math.min(steps, before[j - 2] + 1);
      row[j] = steps;
      if (steps < least) least = steps;
    }
    if (least > most) return Infinity;
    [before, last, row] = [last, row, before];
  }
  return last[b.length] <= most ? last[b.length] : Infinity;
}

const LONGEST = 64;
/** Work arrays for computing the edit distance, reused because one search compares thousands of words. */
const ROWS = [new Uint8Array(LONGEST), new Uint8Array(LONGEST), new Uint8Array(LONGEST)];
