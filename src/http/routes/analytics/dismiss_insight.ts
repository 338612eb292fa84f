import { defineEndpoint, problem } from "../../endpoint.ts";
import { idParameter } from "../../id_parameter.ts";
import { messageBody } from "../../message_body.ts";

export const dismissInsight = defineEndpoint({
  method: "POST",
  path: "/analytics/insights/{insight_id}/dismiss",
  summary: "Dismiss an insight",
  description: "A dismissed insight does not come back. Dismissing it again changes nothing.",
  credential: "session",
  rateLimit: "rest",
  parameters: { insight_id: idParameter(["ins"], "Id of an insight") },
  responses: {
    200: { description: "The insight is no longer shown", body: messageBody },
    404: problem("not_found"),
  },
}, async ({ account, parameters }, { dashboards }) => {
  await dashboards.dismiss(account.id, parameters.insight_id);
  return { status: 200, body: { detail: `Insight "${parameters.insight_id}" is no longer shown` } };
});
