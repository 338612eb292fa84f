import { z } from "zod";
import { frontierParameters, METHODS } from "../../../optimization/methods/mod.ts";
import { boundedName } from "../../../domain/bounded_name.ts";
import { runSchema } from "../../../request/parse_run.ts";
import { MOST_ASSETS } from "../../../request/parts/history.ts";
import { MOST_SCENARIOS } from "../../../request/parts/scenarios.ts";
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

/** Documented schema of the scenarios in a request. A separate reader checks them number by number. */
export const scenariosBody: z.ZodOptional<z.ZodObject> = z.strictObject({
  assets: z.array(boundedName).min(1).max(MOST_ASSETS),
  matrix: z.array(z.array(z.number())).min(1).max(MOST_SCENARIOS).optional().meta({
    description: "The simple returns: a row of numbers a scenario, a number an asset, in the order of `assets`",
  }),
  base64: z.string().optional().meta({
    description: "The same numbers in place of `matrix`: doubles, little-endian and row by row, as base64",
  }),
  probabilities: z.array(z.number().min(0).max(1)).max(MOST_SCENARIOS).optional().meta({
    description:
      "The probability of each scenario; they sum to 1 to within 1e-6. Left out, or all equal, scenarios are equally " +
      "likely. Scenarios of probability 0 are left out. Methods, estimators and measures that cannot weigh scenarios " +
      "are refused, and statistics that cannot are null",
  }),
}).optional().meta({
  description:
    "Simulated returns without dates, either as `matrix` or as `base64`. What needs dates or their order is refused: " +
    "backtests, drawdowns, start and end dates, allocations, benchmarks by index or prices, factors and models of " +
    "blocks. `frequency` or `periods_per_year` says how long a scenario is: a day where neither is sent",
});

/**
 * Documented schema of a run that includes estimators, constraints and histories, which the run's own schema does not
 * check.
 */
const run = runSchema.extend({
  prices: historyBody,
  returns: historyBody,
  scenarios: scenariosBody,
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
