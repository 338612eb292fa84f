import { THRESHOLD_ROW } from "../../wasm/build/core_interface.ts";
import { check } from "./check_shapes.ts";

/** Consecutive paths. A path depends on the seed and its number alone. */
export interface PathBlock {
  readonly seed: number;
  readonly firstPath: number;
  readonly paths: number;
  readonly initialValue: number;
  /** Money added (or taken) at the end of each step; as many as there are steps. */
  readonly flows: Float64Array;
  /** How much of each flow is taken out: a flow is that much less than what is paid in. Null where nothing is. */
  readonly withdrawals: Float64Array | null;
  /** The steps, ascending from 1, at which wealth is stored. */
  readonly fanSteps: Int32Array;
  /** Null: all of it is stored. */
  readonly brackets: FanBrackets | null;
}

/**
 * Thresholds of each step of the fan, ascending, at most 30. K of them cut the line into 2 K + 1 segments: below all,
 * the first itself, the interval after it, the second itself, … above all. Values are counted in every segment and
 * stored in those marked.
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
   * Of each path: wealth at the end; the value of a unit without flows; its largest drawdown, as a positive fraction.
   */
  readonly terminal: Float64Array;
  readonly growth: Float64Array;
  readonly maxDrawdown: Float64Array;
  /** What each path took out, the last time no more than there was; null without withdrawals. */
  readonly withdrawn: Float64Array | null;
  readonly ruined: number;
  /** Stored wealth, step after step, in the order of the paths. */
  readonly fanValues: Float64Array;
  /** How many values of each step. */
  readonly fanLengths: Int32Array;
  /** 64 a step, the first 2 K + 1 of them used; null without brackets. */
  readonly fanCounts: Int32Array | null;
}

/** Throws a RangeError where a number or a length can't be. */
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

/** A row begins and ends with an infinite one. */
const MOST_THRESHOLDS = THRESHOLD_ROW - 2;

/** Throws a RangeError unless there are brackets for that many steps, each with a mark for every segment. */
export function checkBrackets({ thresholds, stored }: FanBrackets, steps: number): void {
  check(thresholds.length === steps && stored.length === steps, "Brackets are given for every step of the fan");
  check(
    thresholds.every((of, slot) => of.length <= MOST_THRESHOLDS && stored[slot].length === 2 * of.length + 1),
    `A step has at most ${MOST_THRESHOLDS} thresholds, and a mark for each segment`,
  );
}
