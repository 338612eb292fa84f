import type { EstimatorChoice } from "./parts/estimators.ts";
import { isObject } from "../faults/json_object.ts";

/**
 * An estimator for a worker: the rows of a given matrix lie in one buffer, which is transferred, for to copy millions
 * of cells takes long.
 */
export function packedEstimator(choice: EstimatorChoice): EstimatorChoice {
  const { parameters } = choice;
  if (!isObject(parameters) || !isRows(parameters.matrix)) return choice;
  return { ...choice, parameters: { ...parameters, matrix: packedRows(parameters.matrix) } };
}

function isRows(value: unknown): value is readonly (readonly number[])[] {
  return Array.isArray(value) && value.every((row) => Array.isArray(row));
}

function packedRows(rows: readonly (readonly number[])[]): readonly Float64Array<ArrayBuffer>[] {
  const cells = new Float64Array(rows.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  return rows.map((row) => {
    cells.set(row, at);
    return cells.subarray(at, at += row.length);
  });
}
