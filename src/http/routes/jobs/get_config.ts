import { defineEndpoint } from "../../endpoint.ts";
import { openedStream } from "../../opened_stream.ts";
import { runParameters } from "./job_parameters.ts";
import { runConfigBody } from "./submission_body.ts";

export const getConfig = defineEndpoint({
  method: "GET",
  path: "/jobs/{run_id}/config",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "Read the config of a run",
  description: "The request with every default filled in; submitted again, it makes the same run.",
  parameters: runParameters,
  isCompressed: true,
  responses: {
    200: { description: "The request", media: "application/json", shape: runConfigBody },
  },
}, async ({ account, parameters }, { jobs }) => {
  const { bytes, stream } = await jobs.findConfig(account.id, parameters.run_id);
  return { status: 200, bytes: await openedStream(stream()), headers: { "content-length": String(bytes) } };
});
