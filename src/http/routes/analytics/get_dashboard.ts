import { defineEndpoint } from "../../endpoint.ts";
import { dashboardBody, presentDashboard } from "./dashboard_body.ts";

export const getDashboard = defineEndpoint({
  method: "GET",
  path: "/analytics/dashboard",
  summary: "Read the dashboard of all runs",
  description: "The dashboard is updated whenever a run is accepted, ends or is deleted.",
  credential: "session",
  rateLimit: "rest",
  responses: { 200: { description: "The dashboard", body: dashboardBody } },
}, async ({ account }, { dashboards }) => {
  return { status: 200, body: presentDashboard(await dashboards.get(account.id)) };
});
