import { defineEndpoint } from "../../endpoint.ts";
import { pageOf } from "../../pagination.ts";
import { presentTemplate, templateBody } from "./template_body.ts";

export const listTemplates = defineEndpoint({
  method: "GET",
  path: "/templates",
  summary: "List templates",
  description: "All templates are on one page.",
  credential: "session",
  rateLimit: "rest",
  responses: { 200: { description: "Templates, newest first", body: pageOf(templateBody, "TemplateList") } },
}, async ({ account }, { templates }) => {
  const found = await templates.list(account.id);
  return { status: 200, body: { items: found.map(presentTemplate), next_cursor: null } };
});
