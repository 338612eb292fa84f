import { z } from "zod";
import { checkTemplateRequest } from "../../../request/check_template_request.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { presentTemplate, templateBody, templateName } from "./template_body.ts";

export const createTemplate = defineEndpoint({
  method: "POST",
  path: "/templates",
  summary: "Save a template",
  description:
    "An account has at most 20 templates, each with a name of its own. `request` is a body of POST /jobs or a part of " +
    "one. The fields that it has must keep the same rules; missing fields are added when a run is made from the template.",
  credential: "session",
  rateLimit: "rest",
  body: z.strictObject({
    name: templateName,
    request: z.record(z.string(), z.unknown()).meta({
      description: "A body of POST /jobs without a history, or a part of one",
    }),
  }).meta({ id: "TemplateRequest" }),
  tooLargeAdvice:
    "a template holds no history: leave out prices, returns, moments and scenarios, and send them with the run",
  responses: {
    201: { description: "The template", body: templateBody },
    409: problem("name_taken", "template_limit_reached"),
  },
}, async ({ account, body }, { templates }) => {
  checkTemplateRequest(body.request, "/request");
  return { status: 201, body: presentTemplate(await templates.create(account.id, body)) };
});
