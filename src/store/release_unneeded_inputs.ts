import { JOB_KINDS } from "../domain/job_kinds.ts";
import type { StoreContext } from "./context.ts";
import { releaseInputs } from "./inputs.ts";
import type { JobRecord } from "./job_record.ts";
import type { HeldEntries } from "./stored_bytes.ts";
import type { Reader } from "./transaction.ts";

/**
 * Returns the record of a run that ended without a result, and the checks and mutations that release its inputs: no job
 * can be based on it. An operator who queues the run again lets it read its history from the config.
 */
export async function releaseUnneededInputs(
  context: StoreContext,
  read: Reader,
  record: JobRecord,
): Promise<HeldEntries & { readonly after: JobRecord }> {
  const { accountId, inputs, kind } = record;
  if (inputs === null || JOB_KINDS[kind].standsOn !== null) {
    return { after: record, checks: [], mutations: [], bytes: 0 };
  }
  return { after: { ...record, inputs: null }, ...await releaseInputs(context, read, { accountId, digest: inputs }) };
}
