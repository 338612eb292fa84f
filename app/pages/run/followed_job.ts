import { useEffect } from "preact/hooks";
import { answered, api } from "../../api.ts";
import { type Known, loadable } from "../../loaded.ts";
import { asRefusal, refusalOf } from "../../refusal.ts";
import { sessionState } from "../../session/session.ts";
import { newsInTitle } from "../../shell/page_title.ts";
import { followJob, hasEnded, type JobSource } from "./follow_job.ts";
import type { Job } from "./job_events.ts";

/** The records of jobs of any kind by their ids, as they were read or followed last. */
export const jobRecord = loadable((id: string, signal) =>
  answered(api.GET("/jobs/{run_id}", { params: { path: { run_id: id } }, signal }))
);

/**
 * Hook. Returns the newest state of a job, which is followed while it is in flight and a component shows it. A job that
 * ends meanwhile says so in the title of the browser's tab.
 */
export function useFollowedJob(id: string): Known<Job> {
  const hasSession = sessionState.value === "signed in";
  useEffect(() => {
    const leaving = new AbortController();
    void follow(id, leaving.signal);
    return () => leaving.abort();
  }, [id, hasSession]);
  return jobRecord.known(id).value;
}

async function follow(id: string, signal: AbortSignal): Promise<void> {
  const known = jobRecord.known(id);
  if (known.value.value !== null && hasEnded(known.value.value)) return await jobRecord.load(id, signal);
  let wasInFlight = false;
  try {
    await followJob(sourceOf(id, signal), {
      signal,
      onJob(job) {
        known.value = { value: job, refusal: null, isWaiting: false };
        if (wasInFlight && hasEnded(job)) tellInTitle(job);
        wasInFlight ||= !hasEnded(job);
      },
      onTrouble(refusal) {
        if (known.value.refusal !== refusal) known.value = { ...known.value, refusal, isWaiting: false };
      },
    });
  } catch (error) {
    if (!signal.aborted) known.value = { ...known.value, refusal: asRefusal(error), isWaiting: false };
  }
}

function sourceOf(id: string, signal: AbortSignal): JobSource {
  const params = { path: { run_id: id } };
  return {
    open(last, signal) {
      const headers = last === null ? {} : { "last-event-id": last };
      return eventStream(api.GET("/jobs/{run_id}/events", { params, headers, parseAs: "stream", signal }));
    },
    read: () => answered(api.GET("/jobs/{run_id}", { params, signal })),
  };
}

/** Returns the stream of an answer, or null where the answer has no content because the job has ended. */
async function eventStream(
  answer: Promise<{ readonly data?: Stream | null; readonly error?: unknown; readonly response: Response }>,
): Promise<Stream | null> {
  const { data = null, error, response } = await answer;
  if (!response.ok) throw refusalOf(response.status, error);
  return response.status === 204 ? null : data;
}

type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

const NEWS: Readonly<Partial<Record<Job["status"], string>>> = {
  succeeded: "✓ Ready",
  failed: "✕ Failed",
  cancelled: "Cancelled",
};

/** Says in the title of the tab how a job has ended, until the person looks at the tab again or uses it. */
function tellInTitle({ status }: Job): void {
  newsInTitle.value = NEWS[status] ?? null;
  const seen = new AbortController();
  const onSeen = (): void => {
    newsInTitle.value = null;
    seen.abort();
  };
  for (const type of ["focus", "pointerdown", "keydown"]) addEventListener(type, onSeen, { signal: seen.signal });
}
