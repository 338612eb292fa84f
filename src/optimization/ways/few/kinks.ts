import { orderStatistic } from "../../../measures/order_statistic.ts";
import type { Program } from "../../program/program.ts";

/** Marks with 1 the `count` entries of least distance. Ties go to the first entries. */
export function nearest(entries: Uint32Array, distance: Float64Array, count: number): Uint8Array {
  const distances = new Float64Array(entries.length);
  for (let k = 0; k < entries.length; k++) distances[k] = distance[entries[k]];
  const farthest = orderStatistic(distances, count - 1);
  const isNear = new Uint8Array(entries.length);
  let left = count;
  for (let k = 0; k < isNear.length; k++) left -= isNear[k] = distances[k] < farthest ? 1 : 0;
  for (let k = 0; k < isNear.length && left > 0; k++) {
    if (distances[k] !== farthest) continue;
    isNear[k] = 1;
    left--;
  }
  return isNear;
}

/** The `top` of a hinge variable u whose lower bound is at least the a of each of its undecided hinges u ≥ a. */
export const AT_BOUND = -1;

/**
 * Finds for each hinge variable u ≥ a the undecided hinge with the largest a (`top`), and for each hinge its distance
 * from the kink: the distance of a below the largest value, or of the largest above the next one. The lower bound of u
 * counts as a value.
 */
export function kinks(
  { size, lower, hinges: { variable } }: Program,
  undecided: Uint32Array,
  excess: Float64Array,
): { readonly top: Int32Array; readonly distance: Float64Array } {
  const top = new Int32Array(size).fill(AT_BOUND),
    largest = lower.slice(),
    next = new Float64Array(size).fill(-Infinity);
  for (const h of undecided) {
    const u = variable[h];
    if (excess[h] > largest[u]) {
      next[u] = largest[u];
      largest[u] = excess[h];
      top[u] = h;
    } else next[u] = Math.max(next[u], excess[h]);
  }
  const distance = new Float64Array(excess.length);
  for (let h = 0; h < distance.length; h++) {
    const u = variable[h];
    distance[h] = largest[u] - (h === top[u] ? next[u] : excess[h]);
  }
  return { top, distance };
}
