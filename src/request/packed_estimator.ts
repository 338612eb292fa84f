import type { EstimatorChoice } from "./parts/estimators.ts";
import { isObject } from "../faults/json_object.ts";

/**
 * Returns an estimator whose matrix or factor series is packed into one buffer. The buffer can be transferred to a
 * worker, while copying millions of numbers takes long.
 */
export function packedEstimator(choice: EstimatorChoice): EstimatorChoice {
  const { parameters } = choice;
  if (!isObject(parameters)) return choice;
  const { matrix, factors } = parameters;
  if (isRows(matrix)) return { ...choice, parameters: { ...parameters, matrix: packedRows(matrix) } };
  if (!isObject(factors) || !isObject(factors.series)) return choice;
  const names = Object.keys(factors.series), lists = Object.values(factors.series);
  if (!isRows(lists)) return choice;
  const packed = packedRows(lists);
  const series = Object.fromEntries(names.map((name, i) => [name, packed[i]]));
  return { ...choice, parameters: { ...parameters, factors: { ...factors, series } } };
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
