// Starting basis of a simplex method. For each equality row, the first variable that can satisfy the row within its own
// limits becomes basic in place of the row. Rows that only define variables, for example trades or long and short
// parts, are then satisfied from the start.
// Reference: Bixby (1992), Implementing the simplex method: the initial basis, ORSA Journal on Computing 4.
import { allocate, get, getId, set, setId } from "../memory";
import { shouldStop } from "../host";
import { Status } from "../status";
import { beginBasis, multiplyColumn, replace } from "./basis_inverse";
import {
  activity,
  AT_LOWER,
  BASIC,
  coefficientInRow,
  countInRow,
  lower,
  m,
  n,
  place,
  states,
  upper,
  values,
  variableInRow,
} from "./linear_program";

/** Smallest coefficient by which the choice of the simplex method's starting basis may divide. */
const LEAST_COEFFICIENT: f64 = 1e-3;

/**
 * Chooses the starting basis of the simplex method. The caller then computes the values of the basic variables and
 * rows.
 */
export function startBasis(): Status {
  if (beginBasis() != Status.DONE) return Status.OUT_OF_MEMORY;
  const column = allocate(<usize> m << 3);
  if (column == 0) return Status.OUT_OF_MEMORY;
  for (let i = 0; i < m; i++) {
    if (shouldStop()) return Status.STOPPED;
    if (get(lower, n + i) != get(upper, n + i)) continue;
    const missed = get(lower, n + i) - activity(i), count = countInRow(i);
    for (let k = 0; k < count; k++) {
      const j = variableInRow(i, k), by = coefficientInRow(i, k);
      if (getId(states, j) == BASIC || abs(by) < LEAST_COEFFICIENT) continue;
      const value = get(values, j) + missed / by;
      if (!(get(lower, j) < get(upper, j)) || value < get(lower, j) || value > get(upper, j)) continue;
      multiplyColumn(j, column);
      if (abs(get(column, i)) < LEAST_COEFFICIENT) continue;
      replace(i, j, column);
      set(values, j, value);
      setId(states, j, BASIC);
      place(n + i, AT_LOWER);
      break;
    }
  }
  return Status.DONE;
}
