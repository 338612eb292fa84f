import { z } from "zod";
import { givenName } from "../domain/bounded_name.ts";
import { FaultList } from "../faults/fault_list.ts";
import { isObject } from "../faults/json_object.ts";
import { parseBySchema } from "../faults/parse_by_schema.ts";
import { refuseLargeBody } from "./body_size.ts";
import { allocationPart } from "./parts/allocation.ts";
import { assetStatistics } from "./parts/asset_statistics.ts";
import { assetsPart, readHistory } from "./parts/assets.ts";
import { backtestPart } from "./parts/backtest.ts";
import { benchmarkPart } from "./parts/benchmark.ts";
import { type Constraints, constraintsPart, readConstraints } from "./parts/constraints.ts";
import { currenciesPart } from "./parts/currencies.ts";
import { datesPart, isYearlyHistory, YEARLY_HISTORY } from "./parts/dates.ts";
import { doubtPolicy } from "./parts/doubt_policy.ts";
import { estimatesPlace } from "./parts/estimates_place.ts";
import { efficientFrontierPart } from "./parts/efficient_frontier.ts";
import { type Estimators, estimatorsPart, readEstimators } from "./parts/estimators.ts";
import type { HistoryBeside, OwnHistory } from "./parts/history.ts";
import { type MethodChoice, methodsPart, MOST_METHODS, readMethods } from "./parts/methods.ts";
import { simulationPart } from "./parts/simulation.ts";
import { startingPortfolioPart } from "./parts/starting_portfolio.ts";

/** Schema of the body of POST /jobs, which submits a run. */
export const runSchema = z.strictObject({
  name: givenName.optional().meta({ description: "Name under which the run is listed" }),
  ...assetsPart.schema.shape,
  ...currenciesPart.schema.shape,
  ...datesPart.schema.shape,
  ...benchmarkPart.schema.shape,
  ...methodsPart.schema.shape,
  ...estimatorsPart.schema.shape,
  ...constraintsPart.schema.shape,
  ...startingPortfolioPart.schema.shape,
  ...efficientFrontierPart.schema.shape,
  ...allocationPart.schema.shape,
  rolling_backtest: backtestPart.schema.optional().meta({
    description: "Backtest of the methods, computed within the run",
  }),
  monte_carlo: simulationPart.schema.optional().meta({
    description: "Simulation of a method, computed within the run",
  }),
  asset_statistics: assetStatistics,
  seed: z.int().min(0).default(0).meta({
    description: "Seed of all random numbers of the run, a whole number: the same seed gives the same result",
  }),
  doubts: doubtPolicy,
  estimates: estimatesPlace,
});
export type RunBody = z.output<typeof runSchema>;

/** Type of a run's request body after parsing, before names are looked up and rules across fields are checked. */
export interface ParsedRun extends Estimators {
  readonly body: RunBody;
  /** Number of names, texts, lists and objects in the request body, as `refuseLargeBody` counts them. */
  readonly values: number;
  readonly beside: HistoryBeside | undefined;
  readonly history: OwnHistory | null;
  readonly methods: readonly MethodChoice[];
  /** Index of each parsed method in the list of methods that the caller sent. */
  readonly methodPlaces: readonly number[];
  /** Whether all faults found so far are in the methods of the request, and none elsewhere. */
  readonly isRightButForMethods: boolean;
  readonly constraints: Constraints;
  /** Faults found so far in the request body. */
  readonly faults: FaultList;
}

/**
 * Parses the body of a run, the first step of reading it: its shape and the methods, constraints and estimators it
 * names. Throws `validation_failed` with every fault at once, each with a JSON Pointer into the body, if reading cannot
 * go on.
 */
export function parseRun(body: unknown, beside?: HistoryBeside): ParsedRun {
  const faults = new FaultList(beside?.doubts === undefined ? {} : { doubts: beside.doubts });
  if (!isObject(body)) {
    faults.add("", "Cannot read the request: the body must be a JSON object");
    throw faults.refusal();
  }
  const values = refuseLargeBody(body);
  // Years of a history are refused here, so that the answer has the faults of all other fields too.
  if (isYearlyHistory(body)) faults.add("/frequency", YEARLY_HISTORY);
  const fields = parseBySchema(runSchema, body, faults);
  const history = readHistory(body, beside, faults);
  const ofMethods = faults.within("");
  const entries = Array.isArray(body.methods) ? body.methods.slice(0, MOST_METHODS) : [];
  const { methods, places: methodPlaces } = readMethods(entries, ofMethods);
  const constraints = readConstraints(
    isObject(body.constraints) ? body.constraints : {},
    faults.within("/constraints"),
  );
  const estimators = readEstimators(body, fields?.moments, faults);
  if (fields === null || constraints === null || estimators === null) throw faults.refusal();
  const isRightButForMethods = faults.count === ofMethods.count;
  const read = { history, methods, methodPlaces, isRightButForMethods, constraints };
  return { body: fields, values, beside, ...read, ...estimators, faults };
}
