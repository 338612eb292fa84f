import { defineEndpoint, problem } from "../../endpoint.ts";
import { idParameter } from "../../id_parameter.ts";
import { messageBody } from "../../message_body.ts";

export const dismissInsight = defineEndpoint({
  method: "POST",
  path: "/analytics/insights/{insight_id}/dismiss",
  summary: "Dismiss an insight",
  description: "It does not come back, and to dismiss it once more changes nothing.",
  credential: "session",
  rateLimit: "rest",
  parameters: { insight_id: idParameter(["ins"], "Id of an insight") },
  responses: {
    200: { description: "It is shown no more", body: messageBody },
    404: problem("not_found"),
  },
}, async ({ account, parameters }, { dashboards }) => {
  await dashboards.dismiss(account.id, parameters.insight_id);
  return { status: 200, body: { detail: `Insight "${parameters.insight_id}" is shown no more` } };
});
