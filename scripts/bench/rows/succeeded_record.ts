import { systemRandom } from "../../../src/runtime/random.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { type AccountId, identifier } from "../../../src/domain/identifier.ts";
import type { JobRecord } from "../../../src/store/job_record.ts";

/** Returns the stored record of a run that succeeded, for a benchmark's store. */
export function succeededRecord(accountId: AccountId, number: number): JobRecord {
  const now = systemClock.now();
  return {
    id: identifier("run", systemRandom.ulid()),
    accountId,
    kind: "optimization",
    name: `Run ${number}`,
    status: "succeeded",
    market: "IN",
    currency: "INR",
    mode: number % 4 === 0 ? "rebalance" : "construct",
    methods: ["equal_weight", "min_volatility", "max_sharpe"],
    tags: ["core"],
    constraintFamilies: ["bounds"],
    progress: { phase: "succeeded", fraction: 1 },
    error: null,
    attempt: 1,
    parentRunId: null,
    reportStatus: "absent",
    createdAt: now,
    startedAt: now,
    uploadingAt: now,
    finishedAt: now,
    place: null,
    lostAttempts: 0,
    inputs: null,
  };
}
