import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { pageOf, pageQuery } from "../../pagination.ts";
import { activeJobBody, presentJob } from "./job_body.ts";

export const listActive = defineEndpoint({
  method: "GET",
  path: "/jobs/active",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "List the jobs in flight",
  description: "Runs, simulations and backtests that are queued, running or uploading, newest first.",
  query: z.strictObject(pageQuery),
  responses: {
    200: { description: "A page of jobs", body: pageOf(activeJobBody, "ActiveJobPage") },
    400: problem("invalid_cursor"),
  },
}, async ({ account, query }, { jobs, cursors }) => {
  const list = { list: "jobs/active", accountId: account.id };
  const { items, nextCursor } = await cursors.page(list, query, (page) => jobs.listActive(account.id, page));
  return {
    status: 200,
    body: { items: items.map((job) => ({ id: job.id, ...presentJob(job) })), next_cursor: nextCursor },
  };
});
