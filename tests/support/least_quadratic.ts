/**
 * An upper limit on a linear combination of portfolio weights: the sum of coefficient times weight is at most the
 * limit.
 */
export interface UpperLimit {
  readonly coefficients: readonly number[];
  readonly limit: number;
}

/**
 * A squared distance of weights x from a center: (x - center)ᵀ · matrix · (x - center), with a positive definite
 * matrix.
 */
export interface SquaredDistance {
  readonly matrix: readonly (readonly number[])[];
  readonly center: readonly number[];
}

/**
 * Amount by which a weighted sum may exceed its limit, and absolute value below which a pivot of Gaussian elimination
 * counts as zero.
 */
const ROUNDING = 1e-11;

/**
 * Returns the smallest squared distance over weights that sum to 1 and keep the limits; null if no weights do. It tries
 * every set of limits that could hold with equality, so it suits only a few weights and limits.
 */
export function leastQuadratic({ matrix, center }: SquaredDistance, limits: readonly UpperLimit[]): number | null {
  const size = center.length;
  let least: number | null = null;
  for (const equal of choicesOf(limits, size - 1)) {
    const weights = nearestOn({ matrix, center }, equal);
    if (weights === null || limits.some((one) => dot(one.coefficients, weights) > one.limit + ROUNDING)) continue;
    const away = weights.map((weight, i) => weight - center[i]);
    const value = dot(away, matrix.map((row) => dot(row, away)));
    if (least === null || value < least) least = value;
  }
  return least;
}

function choicesOf<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  return items.reduce<readonly (readonly Item[])[]>(
    (choices, item) => [...choices, ...choices.filter(({ length }) => length < most).map((one) => [...one, item])],
    [[]],
  );
}

/**
 * Returns the weights nearest to the center that sum to 1 and meet some limits with equality; null if these equations
 * are linearly dependent.
 */
function nearestOn({ matrix, center }: SquaredDistance, equal: readonly UpperLimit[]): readonly number[] | null {
  const size = center.length, rows = [{ coefficients: Array<number>(size).fill(1), limit: 1 }, ...equal];
  const system = [
    ...matrix.map((row, i) => [...row, ...rows.map(({ coefficients }) => coefficients[i]), dot(row, center)]),
    ...rows.map(({ coefficients, limit }) => [...coefficients, ...rows.map(() => 0), limit]),
  ];
  return solved(system)?.slice(0, size) ?? null;
}

/**
 * Solves linear equations by Gaussian elimination with pivoting. The last column is the right-hand side. Returns null
 * if the equations are singular.
 */
function solved(equations: readonly (readonly number[])[]): readonly number[] | null {
  const rows = equations.map((row) => [...row]), size = rows.length;
  for (let k = 0; k < size; k++) {
    const pivot = rows.slice(k).reduce((best, row, i) => Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + i : best, k);
    if (Math.abs(rows[pivot][k]) < ROUNDING) return null;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (const row of rows) {
      if (row === rows[k]) continue;
      const factor = row[k] / rows[k][k];
      for (let j = k; j <= size; j++) row[j] -= factor * rows[k][j];
    }
  }
  return rows.map((row, k) => row[size] / row[k]);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}
