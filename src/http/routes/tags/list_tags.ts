import { z } from "zod";
import { defineEndpoint } from "../../endpoint.ts";
import { pageOf } from "../../pagination.ts";

const tagCount = z.strictObject({
  tag: z.string(),
  runs: z.int().meta({ description: "Number of runs with the tag" }),
}).meta({ id: "TagCount" });

export const listTags = defineEndpoint({
  method: "GET",
  path: "/analytics/tags",
  summary: "List the tags in use",
  description: "All tags are on one page.",
  credential: "session",
  rateLimit: "rest",
  responses: { 200: { description: "Tags in the order of their text", body: pageOf(tagCount, "TagList") } },
}, async ({ account }, { jobs }) => {
  const counts = await jobs.tagCounts(account.id);
  return { status: 200, body: { items: [...counts], next_cursor: null } };
});
