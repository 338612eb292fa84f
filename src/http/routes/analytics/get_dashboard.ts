import { defineEndpoint } from "../../endpoint.ts";
import { dashboardBody, presentDashboard } from "./dashboard_body.ts";

export const getDashboard = defineEndpoint({
  method: "GET",
  path: "/analytics/dashboard",
  summary: "Read what all runs come to",
  description: "It is kept up to date with every run that is accepted, ends or is deleted.",
  credential: "session",
  rateLimit: "rest",
  responses: { 200: { description: "The dashboard", body: dashboardBody } },
}, async ({ account }, { dashboards }) => {
  return { status: 200, body: presentDashboard(await dashboards.get(account.id)) };
});
