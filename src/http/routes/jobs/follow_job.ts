import { readWholeJob } from "../../../jobs/read_whole_job.ts";
import { credentialHold } from "../../credential_hold.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { jobEvent, jobEvents } from "./job_events.ts";
import { jobParameters } from "./job_parameters.ts";

/** Headers that keep proxies from buffering or compressing an event stream, which would delay its events. */
const UNBUFFERED = { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" };

export const followJob = defineEndpoint({
  method: "GET",
  path: "/jobs/{run_id}/events",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "Follow a job",
  description:
    "Server-sent events whose data is the job as GET /jobs/{run_id} returns it: first its present state, then every " +
    "change. The stream ends with the job, with the credential, with the service, and after 15 minutes.",
  parameters: jobParameters,
  responses: {
    200: { description: "The events", media: "text/event-stream" },
    204: { description: "The job has ended, and Last-Event-ID names its last event" },
  },
}, async ({ account, principal, parameters: { run_id }, headers, signal }, dependencies) => {
  const { id, isLast } = jobEvent(await readWholeJob(dependencies, account.id, run_id));
  if (isLast && headers.get("last-event-id") === id) return { status: 204 };
  const followed = {
    read: jobEvents(dependencies, account.id, run_id),
    isAllowed: credentialHold(principal, "jobs:read", dependencies),
  };
  const bytes = dependencies.eventStreams.follow(account.id, followed, signal);
  return { status: 200, bytes, headers: UNBUFFERED };
});
