import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { runParameters } from "../jobs/job_parameters.ts";

export const removeTag = defineEndpoint({
  method: "DELETE",
  path: "/runs/{run_id}/tags/{tag_name}",
  summary: "Remove a tag from a run",
  credential: "session",
  rateLimit: "rest",
  parameters: { ...runParameters, tag_name: z.string().meta({ description: "The tag, in any case" }) },
  responses: { 204: { description: "The run no longer has the tag" }, 404: problem("not_found") },
}, async ({ account, parameters }, { jobs }) => {
  await jobs.removeTag(account.id, parameters.run_id, parameters.tag_name);
  return { status: 204 };
});
