import { type JobId, jobIdOf } from "../domain/identifier.ts";
import type { StoreContext } from "./context.ts";
import type { AtomicWrite } from "./encoded_kv.ts";

/** Message of an operation to the runners of all processes: a job waits, or a job ended without its runner. */
export type JobMessage = { readonly job: JobId } | { readonly ended: JobId };

/** Returns the message of an operation, where the KV delivers messages. */
export function messageOf(
  { announcesJobs = false }: Pick<StoreContext, "announcesJobs">,
  message: JobMessage,
): Pick<AtomicWrite, "message"> {
  return announcesJobs ? { message } : {};
}

/** Returns the job that ended without its runner, from a delivered message; null for another message. */
export function endedJobOf(message: unknown): JobId | null {
  if (typeof message !== "object" || message === null || !("ended" in message)) return null;
  return typeof message.ended === "string" ? jobIdOf(message.ended) : null;
}
