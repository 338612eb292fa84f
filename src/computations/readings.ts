import { preflightReading } from "./preflight_reading.ts";
import { requestDigest } from "./request_digest.ts";
import { submission } from "./submission.ts";

/** All tasks of a worker that reads request bodies and has no kernels, by name. */
export const READINGS = { request_digest: requestDigest, submission, preflight_reading: preflightReading };

/** The input and output types of each reading task. */
export type Readings = {
  readonly [Name in keyof typeof READINGS]: {
    readonly inputs: Parameters<(typeof READINGS)[Name]["compute"]>[0];
    readonly output: ReturnType<(typeof READINGS)[Name]["compute"]>;
  };
};
