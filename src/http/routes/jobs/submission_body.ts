import { z } from "zod";
import { frontierParameters, METHODS } from "../../../optimization/methods/mod.ts";
import { boundedName } from "../../../domain/bounded_name.ts";
import { runSchema } from "../../../request/parse_run.ts";
import { MOST_ASSETS } from "../../../request/parts/history.ts";
import { MOST_SCENARIOS } from "../../../request/parts/scenario_checks.ts";
import { documentedAs } from "../../documented_as.ts";
import { shapeByWords } from "../../shape_by_words.ts";
import { backtestConfig, backtestRequestBody } from "../backtests/backtest_request_body.ts";
import { constraintsBody } from "./constraints_body.ts";
import { covarianceBody, expectedReturnsBody } from "./estimator_body.ts";
import { configMethodBody, methodBody } from "./method_body.ts";

type HistoryBody = z.ZodOptional<z.ZodUnion<readonly [z.ZodObject, z.ZodObject]>>;

/**
 * Documented schemas of a history of prices or returns in a request, by its field. A separate reader checks it cell by
 * cell.
 */
export const historyBodies: Readonly<Record<"prices" | "returns", HistoryBody>> = {
  prices: historyBody("Own prices of the assets, on the days that they have them", "Prices"),
  returns: historyBody("Own simple returns of the assets, in place of prices", "Simple returns, as fractions,"),
};

function historyBody(description: string, cells: string): HistoryBody {
  return z.union([
    z.strictObject({
      dates: z.array(z.string().meta({ format: "date" })).meta({ description: "Days as YYYY-MM-DD, ascending" }),
      series: z.record(z.string(), z.array(z.number().nullable())).meta({
        description: `${cells} of each asset, one for each of the dates: {asset: [number]}; null where there is none`,
      }),
    }),
    z.strictObject({
      upload: z.string().meta({ description: "Id of a ready upload for this field, in place of the history itself" }),
    }),
  ]).optional().meta({ description });
}

const probabilities = z.array(z.number().min(0).max(1)).max(MOST_SCENARIOS).optional().meta({
  description:
    "The probability of each scenario; they sum to 1 to within 1e-6. Left out, or all equal, scenarios are equally " +
    "likely. Scenarios of probability 0 are left out. Methods, estimators and measures that cannot weigh scenarios " +
    "are refused, and statistics that cannot are null",
});

/** Documented schema of the scenarios in a request. A separate reader checks them number by number. */
export const scenariosBody: HistoryBody = z.union([
  z.strictObject({
    assets: z.array(boundedName).min(1).max(MOST_ASSETS).meta({ description: "Names of the assets" }),
    matrix: z.array(z.array(z.number())).min(1).max(MOST_SCENARIOS).optional().meta({
      description: "The simple returns: a row of numbers a scenario, a number an asset, in the order of `assets`",
    }),
    base64: z.string().optional().meta({
      description: "The same numbers in place of `matrix`: doubles, little-endian and row by row, as base64",
    }),
    probabilities,
  }),
  z.strictObject({
    upload: z.string().meta({ description: "Id of a ready upload of scenarios, in place of their assets and numbers" }),
    probabilities,
  }),
]).optional().meta({
  description:
    "Simulated returns without dates, as `matrix`, as `base64` or by an upload. What needs dates or their order is refused: " +
    "backtests, drawdowns, start and end dates, allocations, benchmarks by index or prices, factors and models of " +
    "blocks. `frequency` or `periods_per_year` says how long a scenario is: a day where neither is sent",
});

/** Documented schemas of the rules and estimators in a request, by their fields. Separate readers check them. */
export const rulesAndEstimators = {
  expected_returns: expectedReturnsBody.optional().meta(asInRun("expected_returns")),
  covariance: covarianceBody.optional().meta(asInRun("covariance")),
  constraints: constraintsBody.default({}).meta(asInRun("constraints")),
};

/**
 * Documented schema of a run that includes estimators, constraints and histories, which the run's own schema does not
 * check.
 */
const run = runSchema.extend({
  ...historyBodies,
  scenarios: scenariosBody,
  ...rulesAndEstimators,
});
const frontier = shapeByWords(frontierParameters.shape);
const submitted = run.extend({
  methods: z.array(z.union([z.enum(METHODS.ids), methodBody])).min(1).max(20).meta(asInRun("methods")),
  efficient_frontier: frontier.meta({ id: "EfficientFrontierRequest" }).optional().meta(asInRun("efficient_frontier")),
  rolling_backtest: backtestRequestBody.optional().meta(asInRun("rolling_backtest")),
});
const config = run.extend({
  methods: z.array(configMethodBody).min(1).max(20).meta(asInRun("methods")),
  efficient_frontier: frontier.meta({ id: "EfficientFrontierConfig" }).optional().meta(asInRun("efficient_frontier")),
  rolling_backtest: backtestConfig.optional().meta(asInRun("rolling_backtest")),
});

/**
 * Documented schema of the body of POST /jobs. It checks nothing: `submitRun` checks the body and reports every fault
 * at once.
 */
export const submissionBody: z.ZodUnknown = documentedAs(submitted.meta({ id: "Submission" }), "input");

/** Documented schema of the run config that is stored, made from the request body. */
export const runConfigBody: z.ZodUnknown = documentedAs(config.meta({ id: "RunConfig" }), "output");

/** Returns the description of a field of a run, for a fuller schema of the same field. */
export function asInRun(field: keyof typeof runSchema.shape): { readonly description: string | undefined } {
  return { description: runSchema.shape[field].meta()?.description };
}
