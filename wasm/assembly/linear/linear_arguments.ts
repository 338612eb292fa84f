/**
 * Arguments of a linear program: minimise c'x subject to rowLower ≤ A x ≤ rowUpper and lower ≤ x ≤ upper, for one
 * objective after another. Addresses point to doubles, those of starts and indices to i32. Limits may be infinite.
 */
@unmanaged
export class LinearArguments {
  variables: i32;
  rows: i32;
  /** Matrix A of the linear program by rows: the terms of row i are at indices rowStart[i] to rowStart[i + 1] - 1. */
  rowStart: usize;
  rowColumn: usize;
  rowValue: usize;
  /**
   * Matrix A of the linear program by columns: the terms of column j are at indices columnStart[j] to columnStart[j +
   * 1] - 1.
   */
  columnStart: usize;
  columnRow: usize;
  columnValue: usize;
  /** Lower limits of the linear program, first of the variables and then of the rows. */
  lower: usize;
  upper: usize;
  objective: usize;
  /**
   * Output: the optimal vertex of the linear program. For an unbounded objective a vertex from which the objective
   * falls along `ray`.
   */
  x: usize;
  /**
   * Output: the multipliers y of the rows of the linear program. The sign of c - A'y matches the bound at which each
   * variable lies.
   */
  y: usize;
  ray: usize;
  /**
   * Output: number of simplex steps for this objective (changes of basis and moves to the other limit), and the number
   * of multiplications that they took.
   */
  pivots: i32;
  work: f64;
}
