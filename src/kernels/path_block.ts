import { THRESHOLD_ROW } from "../../wasm/build/core_interface.ts";
import { check } from "./check_shapes.ts";

/** Consecutive paths of a simulation. A path depends only on the seed and its number. */
export interface PathBlock {
  readonly seed: number;
  readonly firstPath: number;
  readonly paths: number;
  readonly initialValue: number;
  /** Money added at the end of each step, negative if taken out; one entry for each step. */
  readonly flows: Float64Array;
  /** The withdrawal at the end of each step, which `flows` has already subtracted. Null without withdrawals. */
  readonly withdrawals: Float64Array | null;
  /** The steps, ascending from 1, after which wealth is stored for the percentiles of the fan chart. */
  readonly fanSteps: Int32Array;
  /** Ranges of the wealth that is stored at these steps; null to store all of it. */
  readonly brackets: FanBrackets | null;
}

/**
 * Ranges of the wealth that is stored at each of the `fanSteps`, because percentiles need only the values near them and
 * counts of the others. A step has K ascending `thresholds`, at most 30. They divide the line into 2 K + 1 segments:
 * below all of them, the first one itself, the interval after it, the second one itself, and so on to the interval
 * above all. Values are counted in every segment, and stored in the segments whose entry of `stored` is 1.
 */
export interface FanBrackets {
  readonly thresholds: readonly Float64Array[];
  readonly stored: readonly Uint8Array[];
}

export interface BracketedValues {
  readonly counts: Int32Array;
  readonly values: Float64Array;
}

export interface SimulatedPaths {
  /**
   * Terminal wealth of each path. `growth` is the terminal value of one unit without flows, `maxDrawdown` the largest
   * drawdown as a positive fraction.
   */
  readonly terminal: Float64Array;
  readonly growth: Float64Array;
  readonly maxDrawdown: Float64Array;
  /** The amount withdrawn from each path, at most the wealth available at each withdrawal; null without withdrawals. */
  readonly withdrawn: Float64Array | null;
  readonly ruined: number;
  /** Stored wealth, step by step, in the order of the paths. */
  readonly fanValues: Float64Array;
  /** The number of stored values of each step. */
  readonly fanLengths: Int32Array;
  /**
   * 64 counts for each step: the number of values in each segment of its `FanBrackets`, and 0 for the rest. Null
   * without brackets.
   */
  readonly fanCounts: Int32Array | null;
}

/** Throws a RangeError if a number or a length of a block is invalid. */
export function checkBlock(
  { paths, flows, withdrawals, fanSteps, brackets, initialValue, firstPath }: PathBlock,
): void {
  check(Number.isInteger(paths) && paths >= 1, `A block has at least one path, got ${paths}`);
  check(Number.isInteger(firstPath) && firstPath >= 0, `Paths count from 0, got ${firstPath}`);
  check(flows.length >= 1, "A path has at least one step");
  check(
    withdrawals === null || withdrawals.length === flows.length,
    "Withdrawals are as many as the steps of a path",
  );
  check(Number.isFinite(initialValue), `A path starts at a finite value, got ${initialValue}`);
  check(
    fanSteps.every((step, slot) => step > (slot === 0 ? 0 : fanSteps[slot - 1]) && step <= flows.length),
    `Steps of the fan ascend from 1 to ${flows.length}`,
  );
  if (brackets !== null) checkBrackets(brackets, fanSteps.length);
}

/** Largest number of thresholds of a step: a row of thresholds in the core also begins with -∞ and ends with +∞. */
const MOST_THRESHOLDS = THRESHOLD_ROW - 2;

/** Throws a RangeError unless there are brackets for `steps` steps, each with a mark for every segment. */
export function checkBrackets({ thresholds, stored }: FanBrackets, steps: number): void {
  check(thresholds.length === steps && stored.length === steps, "Brackets are given for every step of the fan");
  check(
    thresholds.every((of, slot) => of.length <= MOST_THRESHOLDS && stored[slot].length === 2 * of.length + 1),
    `A step has at most ${MOST_THRESHOLDS} thresholds, and a mark for each segment`,
  );
}
