import { z } from "zod";
import { momentsSchema, requestSchema } from "../../../jobs/request_schema.ts";
import { boundedProduct } from "../../../domain/bounded_number.ts";
import { METHODS } from "../../../optimization/methods/mod.ts";

const history = z.strictObject({
  dates: z.array(z.string().meta({ format: "date" })),
  series: z.record(z.string(), z.array(z.number().nullable())),
}).optional();

const method = z.looseObject({
  method: z.enum(METHODS.ids),
  key: z.string().optional().meta({ description: "Names the entry in the result; the method's id if absent" }),
  constraints: z.record(z.string(), z.unknown()).optional().meta({ description: "In place of the run's" }),
});

const histories = {
  prices: history,
  returns: history,
  moments: momentsSchema.extend({ covariance: z.array(z.array(boundedProduct)) }).optional(),
};
const submitted = requestSchema.extend({
  ...histories,
  methods: z.array(z.union([z.enum(METHODS.ids), method])).min(1).max(20),
});
const kept = requestSchema.extend({ ...histories, methods: z.array(method.required({ key: true })).min(1).max(20) });

/** The body of POST /jobs as it is documented. Nothing is checked here: `submitRun` tells every fault of it at once. */
export const submissionBody = z.unknown().meta({ ...shapeOf(submitted, "input"), id: "Submission" });

/** What is kept of it, as it is documented. */
export const runConfigBody = z.unknown().meta({ ...shapeOf(kept, "output"), id: "RunConfig" });

function shapeOf(type: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _dialect, ...shape } = z.toJSONSchema(type, { io });
  return shape;
}
