import { Buffer } from "node:buffer";
import {
  INFRASTRUCTURE_FAILURES_AT_MOST,
  LAST_ATTEMPT_WAITS_MS,
  OUTAGES_AT_MOST,
  pauseAfterOutages,
} from "../../domain/job.ts";
import type { QueueSearch } from "../queue_search.ts";
import { keyBytes } from "./key_bytes.ts";

/** Returns the arguments of the function `reserve_job`, in their order (see `reserveFunction`). */
export function reserveParameters(search: QueueSearch): readonly unknown[] {
  const { queue, kinds, workLimit, isIdle, last, leftOut, runningAtMost, jobsInTurn, passedOver, now } = search;
  return [
    queue,
    JSON.stringify(kinds),
    workLimit,
    isIdle,
    last,
    leftOut,
    JSON.stringify(runningAtMost),
    JSON.stringify(jobsInTurn),
    passedOver.map((key) => Buffer.from(keyBytes(key))),
    now,
    INFRASTRUCTURE_FAILURES_AT_MOST - 1,
    LAST_ATTEMPT_WAITS_MS,
    pauseAfterOutages(OUTAGES_AT_MOST),
  ];
}
