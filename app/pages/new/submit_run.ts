import { refusalOf } from "../../refusal.ts";
import { send } from "../../session/send.ts";
import type { RunDraft } from "./run_draft.ts";

/** A run that the service has accepted. */
export interface Accepted {
  readonly runId: string;
}

/** Returns the key under which a request is submitted: the same one for the same request, after a refresh, too. */
export async function attemptOf(draft: RunDraft, body: Blob): Promise<NonNullable<RunDraft["attempt"]>> {
  const bytes = await crypto.subtle.digest("SHA-256", await body.arrayBuffer());
  const digest = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return draft.attempt?.digest === digest ? draft.attempt : { key: crypto.randomUUID(), digest };
}

/** Submits a run. The key makes a request that comes twice one run. Throws a `Refusal` where the service refuses. */
export async function submitRun(body: Blob, key: string): Promise<Accepted> {
  const headers = { "content-type": "application/json", "idempotency-key": key };
  const response = await send(new Request(`${location.origin}/jobs`, { method: "POST", headers, body }));
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw refusalOf(response.status, answer);
  return { runId: String(answer.run_id) };
}
