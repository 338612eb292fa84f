import { z } from "zod";
import { boundedNumber, LARGEST_NUMBER } from "../domain/bounded_number.ts";
import { FREQUENCIES } from "../domain/frequency.ts";
import { boundedProductRows } from "../domain/number_rows.ts";
import { backtestSchema } from "./parts/backtest.ts";
import { isCalendarDate } from "../faults/calendar_date.ts";
import { shown } from "../faults/schema_faults.ts";
import { simulationSchema } from "./parts/simulation.ts";

/** Fields of POST /jobs whose part of the service is not there yet. */
export const NOT_AVAILABLE_YET: Readonly<Record<string, string>> = {
  allocation: "whole shares are not available yet, leave it out",
};

const day = z.string().refine(isCalendarDate, {
  error: (issue) => `Cannot read ${JSON.stringify(issue.input)} as a date: a day as YYYY-MM-DD is needed`,
});

const estimator = z.looseObject({ estimator: z.string() });

const stock = z.strictObject({ ticker: z.string().min(1).max(40), exchange: z.enum(["NSE", "BSE", "US"]) });
const fund = z.strictObject({ scheme_code: z.int().min(1).max(99_999_999) });

const weights = z.record(z.string(), boundedNumber);

const BENCHMARK_NEEDED: z.core.$ZodErrorMap = ({ input }) =>
  `Cannot take ${shown(input)} for "benchmark": the name of an asset, {"weights": {…}} or {"prices": […]} is needed`;

/** The caller's own estimates, per period. */
export const momentsSchema = z.strictObject({
  assets: z.array(z.string()),
  expected_returns: z.array(boundedNumber),
  covariance: boundedProductRows,
});
export type Moments = z.infer<typeof momentsSchema>;

/**
 * The body of POST /jobs. Histories, methods, estimators and constraints are only held here: the readers of their lists look into them.
 * A history has no schema of its own, for it may have millions of cells.
 */
export const requestSchema = z.strictObject({
  name: z.string().min(1).max(120).optional(),
  stocks: z.array(stock).min(1).max(2_000).optional(),
  funds: z.array(fund).min(1).max(2_000).optional(),
  prices: z.unknown().optional(),
  returns: z.unknown().optional(),
  moments: momentsSchema.optional(),
  start_date: day.optional(),
  end_date: day.optional(),
  frequency: z.enum(FREQUENCIES).default("daily"),
  benchmark: z.union([
    z.string(),
    z.strictObject({ weights }),
    z.strictObject({ prices: z.array(z.number().nullable()) }),
  ], { error: BENCHMARK_NEEDED }).optional(),
  risk_free_rate: z.number().gt(-1).max(LARGEST_NUMBER).optional(),
  methods: z.array(z.unknown()).min(1).max(20),
  expected_returns: estimator.optional(),
  covariance: estimator.optional(),
  constraints: z.record(z.string(), z.unknown()).default({}),
  starting_portfolio: weights.optional(),
  efficient_frontier: z.strictObject({ points: z.int().min(2).max(500).default(50) }).optional(),
  rolling_backtest: backtestSchema.optional(),
  monte_carlo: simulationSchema.optional(),
  seed: z.int().min(0).default(0),
});
export type RequestBody = z.infer<typeof requestSchema>;
