import { z } from "zod";
import { runSchema } from "../../../request/parse_run.ts";
import { momentsSchema } from "../../../request/parts/estimators.ts";
import { boundedProduct } from "../../../domain/bounded_number.ts";
import { METHODS } from "../../../optimization/methods/mod.ts";
import { documentedShape, methodShape } from "./documented_shape.ts";

const history = z.strictObject({
  dates: z.array(z.string().meta({ format: "date" })),
  series: z.record(z.string(), z.array(z.number().nullable())),
}).optional();

const histories = {
  prices: history,
  returns: history,
  moments: momentsSchema.extend({ covariance: z.array(z.array(boundedProduct)) }).optional(),
};
const submitted = runSchema.extend({
  ...histories,
  methods: z.array(z.union([z.enum(METHODS.ids), methodShape])).min(1).max(20),
});
const kept = runSchema.extend({
  ...histories,
  methods: z.array(methodShape.required({ key: true })).min(1).max(20),
});

/** The body of POST /jobs as it is documented. Nothing is checked here: `submitRun` tells every fault of it at once. */
export const submissionBody = z.unknown().meta({ ...documentedShape(submitted, "input"), id: "Submission" });

/** What is kept of it, as it is documented. */
export const runConfigBody = z.unknown().meta({ ...documentedShape(kept, "output"), id: "RunConfig" });
