import { defineEndpoint } from "../../endpoint.ts";
import { dashboardBody, presentDashboard } from "./dashboard_body.ts";

export const refreshStats = defineEndpoint({
  method: "POST",
  path: "/analytics/refresh-stats",
  summary: "Recompute the dashboard",
  description:
    "Computes from all runs the same dashboard that is kept up to date anyway. Dismissed insights do not come back.",
  credential: "session",
  rateLimit: "submission",
  responses: { 200: { description: "The dashboard, computed now", body: dashboardBody } },
}, async ({ account }, { dashboards }) => {
  return { status: 200, body: presentDashboard(await dashboards.refresh(account.id)) };
});
