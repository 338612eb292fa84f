/** The sum of the products of two rows of numbers, and the largest error that rounding can leave in it. */
export function summed(factors: ArrayLike<number>, others: ArrayLike<number>): { sum: number; rounding: number } {
  let sum = 0, size = 0, terms = 2;
  for (let i = 0; i < factors.length; i++) {
    const product = factors[i] * others[i];
    if (product === 0) continue;
    sum += product;
    size += Math.abs(product);
    terms++;
  }
  return { sum, rounding: Number.EPSILON * terms * size };
}
