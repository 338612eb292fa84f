import { attemptKey } from "../../attempt_key.ts";
import type { Draft } from "../../drafts.ts";
import { inTurn } from "../../in_turn.ts";
import { faultAt, jsonOf, Refusal, refusalAt, refusalOf } from "../../refusal.ts";
import { send } from "../../session/send.ts";
import { heldHistory } from "./history/held_histories.ts";
import { bodyWithHistory, uploadOf } from "./history/history_body.ts";
import type { ReadHistory } from "./history/reading.ts";
import type { RunDraft } from "./run_draft.ts";

/** Fields of a request that can name an upload. */
const UPLOADED = ["prices", "returns", "scenarios"] as const;

/** A run that the service has accepted. */
export interface Accepted {
  readonly runId: string;
}

/**
 * Submits the run of a draft while no other tab does, and forgets the draft. Returns null, and submits nothing, where
 * another tab has submitted it: then the draft has the run of that tab. Throws a `Refusal` where the service refuses.
 */
export async function submitOnce(draft: Draft<RunDraft>): Promise<Accepted | null> {
  return await inTurn("submission of a run", async () => {
    draft.lookWhetherSent();
    if (draft.sentElsewhere.value !== null) return null;
    const accepted = await submitDraft(draft, heldHistory(draft.value.value.held));
    draft.clear(accepted.runId);
    return accepted;
  });
}

/**
 * Submits the run of a draft with the history that it holds. The draft keeps the upload of the history, and the key
 * follows from the draft, so that the same request is one run, also after a refresh and from another tab. Where the
 * service has deleted that upload meanwhile, the file is sent again. Throws a `Refusal` where the service refuses.
 */
export async function submitDraft(
  draft: Pick<Draft<RunDraft>, "value" | "mark">,
  history: ReadHistory | null,
): Promise<Accepted> {
  const { held, uploaded } = draft.value.value;
  const hasUpload = history !== null && uploaded !== null && uploaded.held === held;
  try {
    return await submitWith(draft, history);
  } catch (error) {
    const kind = missingFile(error);
    if (kind === null) throw error;
    // The service looks for a run under the key before it looks for the upload, so that there is no such run.
    if (hasUpload) return await submitDraft(draft, history);
    throw refusalAt(`/${kind}`, {
      status: 422,
      code: "file_missing",
      detail: `The service does not have the file of ${kind} any more: choose it again`,
    });
  }
}

async function submitWith(
  draft: Pick<Draft<RunDraft>, "value" | "mark">,
  history: ReadHistory | null,
): Promise<Accepted> {
  const { request } = draft.value.value;
  const body = bodyWithHistory(request, history, history === null ? null : await uploadFor(draft, history));
  try {
    return await submitRun(body, await attemptKey(draft.mark(), body));
  } catch (error) {
    // The service has deleted the upload meanwhile, or cannot use it: the next attempt sends the file again.
    const isOfHistory = history !== null && error instanceof Refusal &&
      faultAt(error, `/${history.kind}`, { below: true }) !== null;
    if (isOfHistory) draft.value.value = { ...draft.value.value, uploaded: null };
    throw error;
  }
}

/** Returns the kind of a history whose upload the service cannot find for a run; null for another error. */
function missingFile(error: unknown): string | null {
  if (!(error instanceof Refusal)) return null;
  return UPLOADED.find((kind) => faultAt(error, `/${kind}/upload`) !== null) ?? null;
}

/** Returns the id of the upload with a draft's history, and sends the history first if the service does not have it. */
async function uploadFor(draft: Pick<Draft<RunDraft>, "value">, history: ReadHistory): Promise<string | null> {
  const { held, uploaded } = draft.value.value;
  if (uploaded !== null && uploaded.held === held) return uploaded.id;
  const id = await uploadOf(history);
  if (id !== null && held !== null) draft.value.value = { ...draft.value.value, uploaded: { held, id } };
  return id;
}

/** Submits a run. The key makes a request that comes twice one run. Throws a `Refusal` where the service refuses. */
async function submitRun(body: Blob, key: string): Promise<Accepted> {
  const headers = { "content-type": "application/json", "idempotency-key": key };
  const response = await send(new Request(`${location.origin}/jobs`, { method: "POST", headers, body }));
  const answer = await jsonOf(response);
  if (!response.ok) throw refusalOf(response.status, answer);
  return { runId: String(answer.run_id) };
}
