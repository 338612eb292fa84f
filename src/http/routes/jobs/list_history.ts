import { z } from "zod";
import { JOB_STATUSES } from "../../../domain/job.ts";
import { tagName } from "../../../domain/tag.ts";
import { CONSTRAINT_FAMILIES } from "../../../optimization/constraints/mod.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { pageOf, pageQuery } from "../../pagination.ts";
import { jobBody, presentJob } from "./job_body.ts";

const filter = {
  search: z.string().min(1).max(120).optional().meta({
    description: "Text in the name; upper and lower case are the same",
  }),
  status: z.enum(JOB_STATUSES).optional(),
  tag: tagName.optional(),
  market: z.enum(["IN", "US", "MF", "CUSTOM"]).optional(),
  mode: z.enum(["construct", "rebalance"]).optional(),
  constraints: z.enum(["none", ...CONSTRAINT_FAMILIES.ids]).optional().meta({
    description: "A constraint family that the run uses, or none",
  }),
};

export const listHistory = defineEndpoint({
  method: "GET",
  path: "/jobs/history",
  credential: "key or session",
  scope: "jobs:read",
  rateLimit: "reading",
  summary: "List the runs of the account",
  description:
    "Newest first. A page of a filtered list may hold fewer items than asked for and still have a next_cursor.",
  query: z.strictObject({ ...filter, ...pageQuery }),
  responses: {
    200: { description: "A page of runs", body: pageOf(jobBody, "JobPage") },
    400: problem("invalid_cursor"),
  },
}, async ({ account, query: { limit, cursor, ...filter } }, { jobs, cursors }) => {
  const list = { list: "jobs/history", accountId: account.id, filter };
  const { items, nextCursor } = await cursors.page(
    list,
    { limit, cursor },
    (page) => jobs.listHistory(account.id, "optimization", filter, page),
  );
  return { status: 200, body: { items: items.map(presentJob), next_cursor: nextCursor } };
});
