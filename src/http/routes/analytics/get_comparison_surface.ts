import { z } from "zod";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { wholeNumber } from "../../query_fields.ts";
import { comparisonParameters } from "./comparison_parameters.ts";
import { surfacePage } from "./surface_body.ts";
import { readSurface } from "./read_surface.ts";

const query = z.strictObject({
  page_size: wholeNumber({ min: 1, max: 10 }).default(5).meta({ description: "Runs of a page at most" }),
  cursor: z.string().max(1_024).optional().meta({ description: "The next_cursor of the page before" }),
  curve_methods: z.string().optional().meta({
    description: "Ids or keys of the methods that show their curves, between commas; all do if absent",
  }),
  groups: z.string().max(64).optional().meta({ description: "Id of a classification map that weights are summed by" }),
});

export const getComparisonSurface = defineEndpoint({
  method: "GET",
  path: "/analytics/comparisons/{comparison_id}/surface",
  summary: "Read the runs of a comparison, a page at a time",
  description: "Curves stand on the dates that all its runs had in common when they were named, from 0 at the first. " +
    "A cursor goes on with the same comparison and the same query; another page_size is fine.",
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
