/**
 * min c'x subject to rowLower ≤ A x ≤ rowUpper and lower ≤ x ≤ upper, for one objective after the other. Addresses are
 * of doubles, those of starts and places of i32; limits may be infinite.
 */
@unmanaged
export class LinearArguments {
  variables: i32;
  rows: i32;
  /** A by its rows: the terms of row i are from rowStart[i] on, before rowStart[i + 1]. */
  rowStart: usize;
  rowColumn: usize;
  rowValue: usize;
  /** The same by its columns. */
  columnStart: usize;
  columnRow: usize;
  columnValue: usize;
  /** Of the variables, then of the rows. */
  lower: usize;
  upper: usize;
  objective: usize;
  /** The vertex; of an unbounded objective one from which it falls along `ray`. */
  x: usize;
  /** The multipliers of the rows: c - A'y has the sign of the bound that each variable is at. */
  y: usize;
  ray: usize;
  /** Changes of the basis for this objective, and the multiplications that they took. */
  pivots: i32;
  work: f64;
}
