import { z } from "zod";
import type { AssetId } from "../../domain/asset.ts";
import { boundedName } from "../../domain/bounded_name.ts";
import { boundedNumber } from "../../domain/bounded_number.ts";
import { boundedProductRows } from "../../domain/number_rows.ts";
import { COVARIANCES, repairOfGiven } from "../../estimation/covariance/mod.ts";
import { UNORDERED, UNWEIGHED } from "../../optimization/constraints/mod.ts";
import { EXPECTED_RETURNS } from "../../estimation/expected_returns/mod.ts";
import type { Estimator } from "../../estimation/estimator.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { isObject } from "../../faults/json_object.ts";
import { parseBySchema } from "../../faults/parse_by_schema.ts";
import { shown } from "../../faults/schema_faults.ts";
import type { Fields, Part } from "./part.ts";

/** Type of the choice of an estimator: its id and its parameters, with every default filled in. */
export interface EstimatorChoice {
  readonly estimator: string;
  readonly parameters: unknown;
}

/** Lists of all estimators, by the request field that names one: expected returns or covariance. */
const LISTS = { expected_returns: EXPECTED_RETURNS, covariance: COVARIANCES };
type EstimatorField = keyof typeof LISTS;
const FIELDS = ["expected_returns", "covariance"] as const;
/** Estimators that a run uses if its request names none. */
export const DEFAULT_ESTIMATORS = {
  expected_returns: { estimator: "historical_mean" },
  covariance: { estimator: "sample" },
};

/** Type of the choice of a run's two estimators: of expected returns and of covariance. */
export type Estimators = { readonly [Field in EstimatorField]: EstimatorChoice };

/** Schema of moments: the caller's own expected returns and covariance matrix, per period. */
export const momentsSchema = z.strictObject({
  assets: z.array(boundedName).meta({ description: "Names of the assets, in the order of the numbers" }),
  expected_returns: z.array(boundedNumber).meta({
    description: "Expected return of each asset per period, a fraction",
  }),
  covariance: boundedProductRows.meta({
    description: "Covariance matrix of the returns per period: a row of numbers an asset",
  }),
  repair: repairOfGiven,
});
export type Moments = z.output<typeof momentsSchema>;

const estimator = z.looseObject({ estimator: z.string() });

/** Type of the run's data that the checks of its estimators need. */
interface Surroundings {
  readonly assets: readonly AssetId[];
  readonly hasBenchmark: boolean;
  readonly isByPairs: boolean;
  readonly isUnordered: boolean;
  readonly isWeighted: boolean;
}

/**
 * Definition of the request fields for the estimators of a run. Moments, if the caller sends them, replace the
 * estimates.
 */
export const estimatorsPart = {
  schema: z.strictObject({
    expected_returns: estimator.optional().meta({
      description: "How expected returns are estimated; by the mean of the history if absent",
    }),
    covariance: estimator.optional().meta({
      description: "How the covariance matrix is estimated; by that of the history if absent",
    }),
  }),
  rules({ moments, ...sent }, run, faults) {
    const { assets, ...estimators } = run;
    for (const field of FIELDS) {
      if (moments === undefined) checkEstimator(field, estimators[field], run, faults);
      else if (sent[field] !== undefined) {
        faults.add(`/${field}`, `Cannot use "${field}" beside moments, which are the estimates: leave it out`);
      }
    }
    if (moments !== undefined) checkMoments(estimators.covariance, assets, faults);
  },
  config: ({ listed, history, ...estimators }) =>
    !listed && history === null ? {} : {
      expected_returns: estimatorConfig(estimators.expected_returns),
      covariance: estimatorConfig(estimators.covariance),
    },
} satisfies Part<
  { readonly [Field in EstimatorField]?: unknown } & { readonly moments?: Moments | undefined },
  Estimators & Surroundings,
  Estimators & { readonly listed: boolean; readonly history: unknown }
>;

/**
 * Reads the estimators that a request body names, or its moments as estimates, and reports every fault. Returns null if
 * an estimator has a fault. In place of faulty moments it returns the named or default estimators.
 */
export function readEstimators(body: Fields, moments: Moments | undefined, faults: FaultList): Estimators | null {
  const given = moments === undefined ? null : readMoments(moments, faults);
  const expectedReturns = readChoice("expected_returns", body, faults);
  const covariance = readChoice("covariance", body, faults);
  return given ?? (expectedReturns && covariance && { expected_returns: expectedReturns, covariance });
}

/**
 * Reads the estimator in one field of a request body. A value that is no estimator is left to the body's schema, which
 * reports it.
 */
function readChoice(field: EstimatorField, body: Fields, faults: FaultList): EstimatorChoice | null {
  const choice = body[field] ?? DEFAULT_ESTIMATORS[field];
  if (!isObject(choice) || typeof choice.estimator !== "string") return null;
  return readEstimator(field, { ...choice, estimator: choice.estimator }, faults);
}

/**
 * Parses an estimator with its parameters at `/expected_returns` or `/covariance`. Reports faults and returns null if
 * there is one.
 */
function readEstimator(
  field: EstimatorField,
  body: Fields & { readonly estimator: string },
  faults: FaultList,
): EstimatorChoice | null {
  const { estimator: id, ...parameters } = body;
  const list = LISTS[field];
  const estimator = list.get(id);
  if (estimator === undefined) {
    const known = `: use one of ${list.ids.join(", ")}`;
    faults.add(
      `/${field}/estimator`,
      (suggest) => `Cannot find estimator ${shown(id)}${suggest(id, list.ids) || known}`,
    );
    return null;
  }
  const parsed = parseBySchema(estimator.parameters, parameters, faults.within(`/${field}`));
  return parsed === null ? null : { estimator: id, parameters: parsed };
}

/**
 * Checks an estimator against the run, which no schema can: a missing benchmark, unknown or missing assets, or a matrix
 * that is not a covariance matrix.
 */
function checkEstimator(
  field: EstimatorField,
  { estimator: id, parameters }: EstimatorChoice,
  { assets, hasBenchmark, isByPairs, isUnordered, isWeighted }: Surroundings,
  faults: FaultList,
): void {
  const estimator: Estimator<unknown> | undefined = LISTS[field].get(id);
  if (isUnordered && estimator?.needsOrder) {
    faults.add(`/${field}`, `Cannot use estimator "${id}": it ${UNORDERED}`);
  } else if (isUnordered && factorsOf(estimator, parameters) !== null) {
    faults.add(`/${field}/factors`, `Cannot use factors with scenarios, which have no dates: leave them out`);
  } else if (isWeighted && estimator?.needsHistory && !estimator.byWeights) {
    faults.add(`/${field}`, `Cannot use estimator "${id}": it ${UNWEIGHED}`);
  }
  if (isByPairs && estimator?.needsHistory && !estimator.byPairs) {
    faults.add(
      `/${field}`,
      `Cannot use estimator "${id}" with history "available": it needs the returns of all assets on the same days; ` +
        `choose one of ${idsByPairs(field).join(", ")}, or send history "common"`,
    );
  }
  if (!hasBenchmark && estimator?.needsBenchmark?.(parameters)) {
    faults.add(
      `/${field}`,
      `Cannot use estimator "${id}": it needs a benchmark${estimator.factors ? ", or factors of its own" : ""}`,
    );
  }
  faults.within(`/${field}`).addAll(estimator?.check?.(parameters, assets) ?? []);
}

function factorsOf(estimator: Estimator<unknown> | undefined, parameters: unknown): unknown {
  return estimator?.factors?.(parameters) ?? null;
}

/** Returns the ids of the estimators of a field that can use the returns that each pair of assets has. */
function idsByPairs(field: EstimatorField): readonly string[] {
  const estimators: readonly Estimator<unknown>[] = [...LISTS[field]];
  return estimators.filter(({ needsHistory, byPairs }) => !needsHistory || byPairs !== undefined).map(({ id }) => id);
}

/**
 * Returns the caller's moments in the form of estimators, which are named `given`. Reports faults in their sizes,
 * numbers and matrix.
 */
function readMoments({ assets, expected_returns, covariance, repair }: Moments, all: FaultList): Estimators | null {
  const n = assets.length;
  const faults = all.within("/moments");
  if (n === 0) {
    faults.add("/assets", "Cannot find an asset: at least one is needed");
    return null;
  }
  if (expected_returns.length !== n) {
    faults.add(
      "/expected_returns",
      `Cannot use ${expected_returns.length} expected returns for ${n} assets: give one for each`,
    );
  }
  if (covariance.length !== n) {
    faults.add(
      "/covariance",
      `Cannot use a covariance of ${covariance.length} rows for ${n} assets: give one for each`,
    );
  }
  covariance.forEach((row, i) => {
    if (row.length === n) return;
    faults.add(`/covariance/${i}`, `Cannot use a row of ${row.length} entries for ${n} assets: give one for each`);
  });
  if (!faults.isEmpty) return null;
  const values = Object.fromEntries(assets.map((asset, i) => [asset, expected_returns[i]]));
  const expectedReturns = readEstimator("expected_returns", { estimator: "given", values }, all);
  const matrix = { estimator: "given", parameters: { assets, matrix: covariance, ...repair && { repair } } };
  return expectedReturns && { expected_returns: expectedReturns, covariance: matrix };
}

/** Checks a covariance matrix sent as moments, like `checkEstimator`, with pointers into `moments`. */
function checkMoments(choice: EstimatorChoice, assets: readonly AssetId[], faults: FaultList): void {
  const found = COVARIANCES.get("given")?.check?.(choice.parameters, assets) ?? [];
  for (const { pointer, detail } of found) {
    if (pointer.startsWith("/matrix")) faults.add(momentsPointer(pointer), detail);
  }
}

/** Returns the JSON Pointer into the request field `moments` for a pointer into the matrix of the estimator `given`. */
export function momentsPointer(pointer: string): string {
  return `/moments/covariance${pointer.slice("/matrix".length)}`;
}

/** Type of an estimator with its parameters in a run, and the request field that names it. */
export interface ChosenEstimator {
  readonly field: EstimatorField;
  readonly estimator: Estimator<unknown>;
  readonly parameters: unknown;
}

/** Returns the estimators that a request names, with their implementations. */
export function chosenEstimators(request: Estimators): readonly ChosenEstimator[] {
  return FIELDS.flatMap((field) => {
    const { estimator: id, parameters } = request[field];
    const estimator = LISTS[field].get(id);
    return estimator === undefined ? [] : [{ field, estimator, parameters }];
  });
}

/** Whether a request has the caller's own covariance matrix, which only a worker examines in full. */
export function hasExaminedEstimates({ covariance }: { readonly covariance: EstimatorChoice }): boolean {
  return COVARIANCES.get(covariance.estimator)?.examine !== undefined;
}

function estimatorConfig({ estimator, parameters }: EstimatorChoice): Fields {
  return { estimator, ...isObject(parameters) ? parameters : {} };
}
