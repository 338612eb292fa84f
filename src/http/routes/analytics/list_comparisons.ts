import { defineEndpoint } from "../../endpoint.ts";
import { comparisonList, presentComparison } from "./comparison_body.ts";

export const listComparisons = defineEndpoint({
  method: "GET",
  path: "/analytics/comparisons",
  summary: "List comparisons",
  description: "All comparisons are on one page.",
  credential: "session",
  rateLimit: "reading",
  responses: { 200: { description: "Comparisons, newest first", body: comparisonList } },
}, async ({ account }, { comparisons }) => {
  const saved = await comparisons.list(account.id);
  return { status: 200, body: { items: saved.map(presentComparison), next_cursor: null } };
});
