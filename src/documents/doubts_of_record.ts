import type { Doubt } from "../domain/doubt.ts";
import type { JobError } from "../domain/job.ts";
import { fitting } from "../faults/fitting.ts";

/** Largest size of the doubts in the record of a failed job. The record holds at most 64 KiB. */
const BYTES_AT_MOST = 8_192;

/**
 * Returns the doubts about a failed job as a part of the error in its record: the first ones that fit, and no field
 * without any.
 */
export function doubtsOfRecord(doubts: readonly Doubt[]): Pick<JobError, "doubts"> {
  return doubts.length === 0 ? {} : { doubts: fitting(doubts, BYTES_AT_MOST).items };
}
