import { z } from "zod";
import { frontierParameters, METHODS } from "../../../optimization/methods/mod.ts";
import { runSchema } from "../../../request/parse_run.ts";
import { documentedAs } from "../../documented_as.ts";
import { shapeByWords } from "../../shape_by_words.ts";
import { backtestConfig, backtestRequestBody } from "../backtests/backtest_request_body.ts";
import { constraintsBody } from "./constraints_body.ts";
import { covarianceBody, expectedReturnsBody } from "./estimator_body.ts";
import { configMethodBody, methodBody } from "./method_body.ts";

/** Documented schema of a history of prices or returns in a request. A separate reader checks it cell by cell. */
export const historyBody: z.ZodOptional<z.ZodUnion<readonly [z.ZodObject, z.ZodObject]>> = z.union([
  z.strictObject({
    dates: z.array(z.string().meta({ format: "date" })),
    series: z.record(z.string(), z.array(z.number().nullable())),
  }),
  z.strictObject({
    upload: z.string().meta({ description: "Id of a ready upload for this field, in place of the history itself" }),
  }),
]).optional();

/**
 * Documented schema of a run that includes estimators, constraints and histories, which the run's own schema does not
 * check.
 */
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

/**
 * Documented schema of the body of POST /jobs. It checks nothing: `submitRun` checks the body and reports every fault
 * at once.
 */
export const submissionBody: z.ZodUnknown = documentedAs(submitted.meta({ id: "Submission" }), "input");

/** Documented schema of the run config that is stored, made from the request body. */
export const runConfigBody: z.ZodUnknown = documentedAs(config.meta({ id: "RunConfig" }), "output");
