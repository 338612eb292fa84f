// The basis that a simplex starts from: in place of a row that is an equality the first of its variables that meets it
// within its own limits, so that what rows only define, as trades and long and short parts, is met from the start.
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

/** Coefficients of less are not divided by. */
const LEAST_COEFFICIENT: f64 = 1e-3;

/** Fills the basis; the values of its entities are to be found. */
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
