import { z } from "zod";
import { tagName } from "../../../domain/tag.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { runParameters } from "../jobs/job_parameters.ts";

export const addTag = defineEndpoint({
  method: "POST",
  path: "/runs/{run_id}/tags",
  summary: "Tag a run",
  description:
    "The run may have any status, and takes at most 20 tags. Tags are stored in lower case. Adding a tag again changes nothing.",
  credential: "session",
  rateLimit: "rest",
  parameters: runParameters,
  body: z.strictObject({ tag: tagName }).meta({ id: "TagRequest" }),
  responses: {
    200: {
      description: "All tags of the run",
      body: z.strictObject({ run_id: z.string(), tags: z.array(z.string()) }).meta({ id: "RunTags" }),
    },
    404: problem("not_found"),
    409: problem("limit_reached"),
  },
}, async ({ account, parameters, body }, { jobs }) => {
  const { id, tags } = await jobs.addTag(account.id, parameters.run_id, body.tag);
  return { status: 200, body: { run_id: id, tags: [...tags] } };
});
