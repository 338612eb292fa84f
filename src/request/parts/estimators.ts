import type { AssetId } from "../../domain/asset.ts";
import { COVARIANCES } from "../../estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../estimation/expected_returns/mod.ts";
import type { FaultList } from "../../faults/fault_list.ts";
import { suggestion } from "../../faults/nearest_word.ts";
import type { Moments } from "../request_schema.ts";
import { faultsOfIssues, shown } from "../../faults/schema_faults.ts";

/** An estimator with its parameters, every default filled in. */
export interface EstimatorChoice {
  readonly estimator: string;
  readonly parameters: unknown;
}

/** The fields of a request that name an estimator, each with its list. */
const LISTS = { expected_returns: EXPECTED_RETURNS, covariance: COVARIANCES };
export type EstimatorField = keyof typeof LISTS;

/** The estimator at `/expected_returns` or `/covariance`; null with a fault. */
export function readEstimator(
  field: EstimatorField,
  body: { readonly [name: string]: unknown; readonly estimator: string },
  faults: FaultList,
): EstimatorChoice | null {
  const { estimator: id, ...parameters } = body;
  const list = LISTS[field];
  const estimator = list.get(id);
  if (estimator === undefined) {
    faults.add(`/${field}/estimator`, `Cannot find estimator ${shown(id)}${suggestion(id, list.ids)}`);
    return null;
  }
  const parsed = estimator.parameters.safeParse(parameters);
  if (parsed.success) return { estimator: id, parameters: parsed.data };
  const of = { schema: estimator.parameters, value: parameters };
  faults.addWithin(`/${field}`, faultsOfIssues(parsed.error.issues, of));
  return null;
}

/** What no schema sees: assets that are missing or unknown, a matrix that is none of a covariance. */
export function checkEstimator(
  field: EstimatorField,
  choice: EstimatorChoice,
  assets: readonly AssetId[],
  faults: FaultList,
): void {
  faults.addWithin(`/${field}`, LISTS[field].get(choice.estimator)?.check?.(choice.parameters, assets) ?? []);
}

/** The caller's own estimates as the estimators `given`, with the faults of their sizes, the matrix and numbers told. */
export function readMoments(
  moments: Moments,
  faults: FaultList,
): { readonly expectedReturns: EstimatorChoice; readonly covariance: EstimatorChoice } | null {
  const { assets, expected_returns, covariance } = moments;
  const n = assets.length;
  if (expected_returns.length !== n) {
    faults.add("/moments/expected_returns", `Cannot use ${expected_returns.length} expected returns for ${n} assets`);
  }
  if (covariance.length !== n) {
    faults.add("/moments/covariance", `Cannot use a covariance of ${covariance.length} rows for ${n} assets`);
  }
  covariance.forEach((row, i) => {
    if (row.length === n) return;
    faults.add(`/moments/covariance/${i}`, `Cannot use a row of ${row.length} entries for ${n} assets`);
  });
  if (faults.has("/moments")) return null;
  const values = Object.fromEntries(assets.map((asset, i) => [asset, expected_returns[i]]));
  const expectedReturns = readEstimator("expected_returns", { estimator: "given", values }, faults);
  const matrix = { estimator: "given", parameters: { assets, matrix: covariance } };
  return expectedReturns && { expectedReturns, covariance: matrix };
}

/** `checkEstimator` of moments, with pointers into them. */
export function checkMoments(choice: EstimatorChoice, assets: readonly AssetId[], faults: FaultList): void {
  const found = COVARIANCES.get("given")?.check?.(choice.parameters, assets) ?? [];
  for (const { pointer, detail } of found) {
    if (pointer.startsWith("/matrix")) faults.add(momentsPointer(pointer), detail);
  }
}

/** Where in moments the matrix stands that the estimator `given` takes. */
export function momentsPointer(pointer: string): string {
  return `/moments/covariance${pointer.slice("/matrix".length)}`;
}

/** Whether a request has estimates of the caller that only a worker looks at whole. */
export function hasExaminedEstimates({ covariance }: { readonly covariance: EstimatorChoice }): boolean {
  return COVARIANCES.get(covariance.estimator)?.examine !== undefined;
}
