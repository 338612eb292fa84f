import { periodsOf } from "../domain/frequency.ts";
import type { Doubt } from "../domain/doubt.ts";
import { DomainError, type Fault } from "../domain/errors.ts";
import type { Alignment } from "../estimation/alignment.ts";
import { alignmentDoubts } from "../estimation/alignment_doubts.ts";
import { isConstant } from "../estimation/align_returns.ts";
import { percentReturnDoubts } from "../estimation/history_doubts/percent_return_doubts.ts";
import { returnLevelDoubts } from "../estimation/history_doubts/return_level_doubts.ts";
import { LEAST_OBSERVATIONS } from "../estimation/least_observations.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import { refusedDoubts } from "../request/refused_doubts.ts";
import type { HistoryTable } from "../request/parts/history.ts";
import { unsuitedEstimators } from "./aligned_estimators.ts";
import type { AlignmentOfRun } from "./alignment_of_run.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";

type Request = OptimizationInputs["request"];

/** Number of periods in a year from which scenarios are judged like returns of days. */
const DAYS_FROM = 200;

/**
 * Returns scenarios in the form of an aligned history without dates. Throws `validation_failed` if there are too few
 * for an estimate or a method, or if an estimator cannot use them.
 */
export function alignScenarios(request: Request, table: HistoryTable): AlignmentOfRun {
  requireScenarios(request, table);
  const alignment = alignmentOf(request, table), { returns } = alignment.aligned;
  refuse(unsuitedEstimators(request, { returns, benchmark: null, factors: null }));
  const doubts = [...alignmentDoubts(alignment), ...valueDoubts(request, table)];
  refuse(refusedDoubts(doubts, request.doubts, "/scenarios"));
  const { probabilities } = table;
  const rowWeights = probabilities?.map((one) => one * probabilities.length);
  return { ...alignment, factors: null, doubts, jumps: [], ...rowWeights === undefined ? {} : { rowWeights } };
}

function alignmentOf(request: Request, { assets, values }: HistoryTable): Alignment {
  return {
    aligned: { dates: [], assets, returns: values, benchmark: null },
    report: {
      source: "scenarios",
      start_date: null,
      end_date: null,
      frequency: request.frequency,
      observations: values.rows,
      assets: assets.length,
      dropped: [],
      filled: [],
      constant: assets.filter((_, j) => isConstant(values, j)),
      periods_per_year: periodsOf(request),
    },
    counted: [],
    weekends: false,
    cuts: [],
    histories: [],
  };
}

/** Returns the doubts about the sizes of returns. What else is asked of own histories needs dates. */
function valueDoubts(request: Request, { assets, values }: HistoryTable): readonly Doubt[] {
  const { frequency } = request, isDaily = periodsOf(request) >= DAYS_FROM;
  const series = { kind: "returns" as const, dates: [], assets, values, isDaily, frequency, taken: null };
  return [...percentReturnDoubts(series), ...returnLevelDoubts(series)];
}

function requireScenarios(request: Request, { values: { rows } }: HistoryTable): void {
  const found = `there ${rows === 1 ? "is" : "are"} only ${rows} with a probability above 0`;
  if (rows < LEAST_OBSERVATIONS) {
    const detail = `Cannot estimate from fewer than ${LEAST_OBSERVATIONS} scenarios: ${found}`;
    refuse([{ pointer: "/scenarios", detail }]);
  }
  refuse(request.methods.flatMap(({ method, parameters }, i): Fault[] => {
    const needed = METHODS.get(method)?.needs(parameters).observations ?? 0;
    const detail = `Cannot run method "${method}": it needs ${needed} scenarios, ${found}`;
    return rows >= needed ? [] : [{ pointer: `/methods/${i}`, detail }];
  }));
}

function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const detail = faults.length === 1 ? first.detail : `Cannot accept the request: it has ${faults.length} faults`;
  throw new DomainError("validation_failed", detail, { faults });
}
