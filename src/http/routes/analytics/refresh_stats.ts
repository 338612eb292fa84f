import { defineEndpoint } from "../../endpoint.ts";
import { dashboardBody, presentDashboard } from "./dashboard_body.ts";

export const refreshStats = defineEndpoint({
  method: "POST",
  path: "/analytics/refresh-stats",
  summary: "Compute the dashboard anew",
  description: "From every run there is, to what is kept anyway; dismissed insights stay away.",
  credential: "session",
  rateLimit: "submission",
  responses: { 200: { description: "The dashboard, computed now", body: dashboardBody } },
}, async ({ account }, { dashboards }) => {
  return { status: 200, body: presentDashboard(await dashboards.refresh(account.id)) };
});
