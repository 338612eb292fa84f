import { z } from "zod";
import { frontierParameters, METHODS } from "../../../optimization/methods/mod.ts";
import { runSchema } from "../../../request/parse_run.ts";
import { documentedAs } from "../../documented_as.ts";
import { shapeByWords } from "../../shape_by_words.ts";
import { backtestConfig, backtestRequestBody } from "../backtests/backtest_request_body.ts";
import { constraintsBody } from "./constraints_body.ts";
import { covarianceBody, expectedReturnsBody } from "./estimator_body.ts";
import { configMethodBody, methodBody } from "./method_body.ts";

/** A history of prices or returns as it is sent, which its own reader checks cell by cell. */
export const historyBody: z.ZodOptional<z.ZodObject> = z.strictObject({
  dates: z.array(z.string().meta({ format: "date" })),
  series: z.record(z.string(), z.array(z.number().nullable())),
}).optional();

/** A run with what its lists name, which its own schema takes as it is. */
const run = runSchema.extend({
  prices: historyBody,
  returns: historyBody,
  expected_returns: expectedReturnsBody.optional(),
  covariance: covarianceBody.optional(),
  constraints: constraintsBody.default({}),
});
const frontier = shapeByWords(frontierParameters.shape);
const submitted = run.extend({
  methods: z.array(z.union([z.enum(METHODS.ids), methodBody])).min(1).max(20),
  efficient_frontier: frontier.meta({ id: "EfficientFrontierRequest" }).optional(),
  rolling_backtest: backtestRequestBody.optional(),
});
const config = run.extend({
  methods: z.array(configMethodBody).min(1).max(20),
  efficient_frontier: frontier.meta({ id: "EfficientFrontierConfig" }).optional(),
  rolling_backtest: backtestConfig.optional(),
});

/** The body of POST /jobs as it is documented. Nothing is checked here: `submitRun` tells every fault of it at once. */
export const submissionBody: z.ZodUnknown = documentedAs(submitted.meta({ id: "Submission" }), "input");

/** What is stored of it, as it is documented. */
export const runConfigBody: z.ZodUnknown = documentedAs(config.meta({ id: "RunConfig" }), "output");
