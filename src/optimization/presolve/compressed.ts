import type { SparseMatrix } from "../../kernels/conic.ts";

/** Visits the entries of a sparse matrix row by row. */
type Walk = (visit: (row: number, column: number, value: number) => void) => void;

/**
 * Returns the sparse matrix of the entries that `walk` visits, by compressed columns. Calls `walk` twice; both walks
 * must visit the same entries.
 */
export function compressed(rows: number, columns: number, walk: Walk): SparseMatrix {
  const columnStart = new Uint32Array(columns + 1);
  walk((_, column) => columnStart[column + 1]++);
  for (let j = 0; j < columns; j++) columnStart[j + 1] += columnStart[j];
  const next = columnStart.slice();
  const rowIndex = new Uint32Array(columnStart[columns]), values = new Float64Array(columnStart[columns]);
  let ordered = true;
  walk((row, column, value) => {
    const k = next[column]++;
    if (k > columnStart[column] && rowIndex[k - 1] >= row) ordered = false;
    rowIndex[k] = row;
    values[k] = value;
  });
  const matrix: SparseMatrix = { rows, columns, columnStart, rowIndex, values };
  return ordered ? matrix : inOrder(matrix);
}

/** Sorts the rows of every column, and sums the entries of one place. */
function inOrder({ rows, columns, columnStart, rowIndex, values }: SparseMatrix): SparseMatrix {
  const starts = new Uint32Array(columns + 1), rowsOut: number[] = [], valuesOut: number[] = [];
  for (let j = 0; j < columns; j++) {
    const sums = new Map<number, number>();
    for (let k = columnStart[j]; k < columnStart[j + 1]; k++) {
      sums.set(rowIndex[k], (sums.get(rowIndex[k]) ?? 0) + values[k]);
    }
    for (const [row, value] of [...sums].sort(([a], [b]) => a - b)) {
      rowsOut.push(row);
      valuesOut.push(value);
    }
    starts[j + 1] = rowsOut.length;
  }
  return {
    rows,
    columns,
    columnStart: starts,
    rowIndex: Uint32Array.from(rowsOut),
    values: Float64Array.from(valuesOut),
  };
}
