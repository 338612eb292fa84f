import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { wholeNumber } from "../../query_fields.ts";
import { comparisonParameters } from "./comparison_parameters.ts";
import { surfacePage } from "./surface_body.ts";
import { readSurface } from "./read_surface.ts";

const query = z.strictObject({
  page_size: wholeNumber({ min: 1, max: 10 }).default(5).meta({ description: "Largest number of runs on a page" }),
  cursor: z.string().max(1_024).optional().meta({ description: "The next_cursor of the previous page" }),
  curve_methods: z.string().optional().meta({
    description: "Ids or keys of the methods whose curves are shown, separated by commas; all methods if absent",
  }),
  groups: z.string().max(64).optional().meta({
    description: "Id of a classification map by whose groups weights are summed",
  }),
});

export const getComparisonSurface = defineEndpoint({
  method: "GET",
  path: "/analytics/comparisons/{comparison_id}/surface",
  summary: "Read the runs of a comparison, a page at a time",
  description:
    "Curves have the dates that all runs of the comparison had in common when the runs were named, and begin at 0. " +
    "A cursor continues the same comparison with the same query; only page_size may differ.",
  credential: "session",
  rateLimit: "reading",
  parameters: comparisonParameters,
  query,
  isCompressed: true,
  responses: {
    200: { description: "Runs in the order of the comparison", body: surfacePage },
    400: problem("invalid_cursor"),
    404: problem("not_found"),
  },
}, async ({ account, parameters, query }, dependencies) => {
  return { status: 200, body: await readSurface(dependencies, { account, id: parameters.comparison_id, query }) };
});
