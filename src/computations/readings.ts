import { preflightReading } from "./preflight_reading.ts";
import { requestDigest } from "./request_digest.ts";
import { submission } from "./submission.ts";

/** What a worker reads that has no kernels, by name. */
export const READINGS = { request_digest: requestDigest, submission, preflight_reading: preflightReading };

/** What each takes and gives. */
export type Readings = {
  readonly [Name in keyof typeof READINGS]: {
    readonly inputs: Parameters<(typeof READINGS)[Name]["compute"]>[0];
    readonly output: ReturnType<(typeof READINGS)[Name]["compute"]>;
  };
};
