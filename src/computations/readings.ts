import { preflightReading } from "./preflight_reading.ts";
import { requestDigest } from "./request_digest.ts";
import { submission } from "./submission.ts";
import { uploadedFile } from "./uploaded_file.ts";

/**
 * Computations of the worker that reads large request bodies and uploaded files, by name. This worker loads no
 * numerical kernels.
 */
export const READINGS = {
  request_digest: requestDigest,
  submission,
  preflight_reading: preflightReading,
  uploaded_file: uploadedFile,
};

/** Type that maps the name of each body-reading task to its input and output types. */
export type Readings = {
  readonly [Name in keyof typeof READINGS]: {
    readonly inputs: Parameters<(typeof READINGS)[Name]["compute"]>[0];
    readonly output: Awaited<ReturnType<(typeof READINGS)[Name]["compute"]>>;
  };
};
