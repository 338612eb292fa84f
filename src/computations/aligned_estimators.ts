import type { Fault } from "../domain/errors.ts";
import type { Frequency } from "../domain/frequency.ts";
import type { Matrix } from "../domain/matrix.ts";
import { alignFactors } from "../estimation/align_factors.ts";
import type { Alignment } from "../estimation/alignment.ts";
import type { AlignedHistory } from "../documents/aligned_history.ts";
import { chosenEstimators } from "../request/parts/estimators.ts";
import { estimationInputs } from "./estimation_inputs.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

type Request = OptimizationInputs["request"];

/** Aligns the factors of an estimator to the dates of a run, or says why that is impossible. */
export function alignedFactors(
  request: Request,
  { aligned: { dates }, report }: Alignment,
  kind: "prices" | "returns",
): { readonly factors: Matrix | null; readonly faults: readonly Fault[] } {
  const { frequency } = request;
  for (const { field, estimator, parameters } of chosenEstimators(request)) {
    const series = estimator.factors?.(parameters) ?? null;
    if (series === null || report.start_date === null) continue;
    const { factors, missing } = alignFactors(series, { dates, frequency, start: report.start_date, kind });
    if (factors !== null) return { factors, faults: [] };
    return { factors, faults: [{ pointer: `/${field}/factors/dates`, detail: whyMissing(missing, frequency) }] };
  }
  return { factors: null, faults: [] };
}

const PERIODS: Record<Frequency, string> = {
  daily: "",
  weekly: "the week of ",
  monthly: "the month of ",
  yearly: "the year of ",
};

function whyMissing([first, ...others]: readonly string[], frequency: Frequency): string {
  const more = others.length === 0 ? "" : `, nor for ${others.length} more dates of the run`;
  return `Cannot find a return of the factors for ${PERIODS[frequency]}${first}${more}: ` +
    "send factors on all dates of the run, or limit the run to the dates of the factors by start_date and end_date";
}

/** Returns faults of estimators that cannot use an aligned history, with pointers into the request body. */
export function unsuitedEstimators(
  request: Request,
  history: Pick<AlignedHistory, "returns" | "benchmark" | "factors">,
): readonly Fault[] {
  const inputs = estimationInputs(request, history);
  return chosenEstimators(request).flatMap(({ field, estimator, parameters }) =>
    (estimator.unsuited?.(inputs, parameters) ?? []).map(({ pointer, detail }) => ({
      pointer: `/${field}${pointer}`,
      detail,
    }))
  );
}
