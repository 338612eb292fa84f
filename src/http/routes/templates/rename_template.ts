import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { presentTemplate, templateBody, templateName } from "./template_body.ts";
import { templateParameters } from "./template_parameters.ts";

export const renameTemplate = defineEndpoint({
  method: "PATCH",
  path: "/templates/{template_id}",
  summary: "Rename a template",
  credential: "session",
  rateLimit: "rest",
  parameters: templateParameters,
  body: z.strictObject({ name: templateName }).meta({ id: "TemplateRenaming" }),
  responses: {
    200: { description: "The template", body: templateBody },
    404: problem("not_found"),
    409: problem("name_taken"),
  },
}, async ({ account, parameters, body }, { templates }) => {
  const renamed = await templates.rename(account.id, parameters.template_id, body.name);
  return { status: 200, body: presentTemplate(renamed) };
});
