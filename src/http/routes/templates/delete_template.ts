import { defineEndpoint, problem } from "../../endpoint.ts";
import { templateParameters } from "./template_parameters.ts";

export const deleteTemplate = defineEndpoint({
  method: "DELETE",
  path: "/templates/{template_id}",
  summary: "Delete a template",
  credential: "session",
  rateLimit: "rest",
  parameters: templateParameters,
  responses: { 204: { description: "The template is gone" }, 404: problem("not_found") },
}, async ({ account, parameters }, { templates }) => {
  await templates.delete(account.id, parameters.template_id);
  return { status: 204 };
});
