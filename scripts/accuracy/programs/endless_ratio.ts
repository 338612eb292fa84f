import type { Highs } from "highs";
import { CLEAR_GAIN, recessionOf, stillRows } from "./growing_direction.ts";
import { costsAt } from "./plain_objective.ts";
import { type PlainRow, type PlainRules, summed } from "./plain_rules.ts";
import { calmestOf, type Gains, RATIOS_TO_RISK, type ReadProgram } from "./read_program.ts";
import { repairedWeights } from "./repaired_weights.ts";
import { rivalProgram } from "./rival_program.ts";

/** Ratios to what lies below the risk-free rate: what earns that in every period has none of it. */
const BELOW_RATE: ReadonlySet<string> = new Set(["max_sortino", "max_omega"]);
/** Measures that are at most 0 of weights that lose in no period. */
const OF_LOSSES: ReadonlySet<unknown> = new Set([
  "cvar",
  "evar",
  "worst_realization",
  "average_drawdown",
  "max_drawdown",
  "cdar",
  "edar",
  "ulcer_index",
]);

/**
 * Whether weights show that a ratio to a measure of the history has no end: some that keep the rules and have no risk
 * gain, or a direction without risk that all rules allow to follow for ever does. What loses in no period has no
 * drawdown, and no measure of tail losses of it is above 0; what adds no loss to any period adds no risk either, since
 * these measures grow with losses. No such weights prove nothing: risk may vanish otherwise.
 */
export function hasEndlessRatio(read: ReadProgram, gains: Gains, highs: Highs): boolean {
  const { program, rules, problem } = read, { method, parameters } = program;
  if (rules.risks.length > 0 || rules.counts !== null) return false;
  const isActive = method === "max_information_ratio";
  if (method === "mean_risk" && !OF_LOSSES.has(parameters.measure)) return false;
  if (method !== "mean_risk" && !isActive && !RATIOS_TO_RISK.has(method)) return false;
  const still = isActive ? stillRows(read) : periodsAtLeast(0, read), directions = recessionOf(rules);
  const along = "transaction_costs" in program.rules.constraints
    ? 0
    : largestGain({ ...directions, rows: [...directions.rows, ...still] }, { read, gains, highs });
  if (along > CLEAR_GAIN) return true;
  if (isActive) return false;
  const safe = periodsAtLeast(BELOW_RATE.has(method) ? problem.riskFreeRate : 0, read);
  // Enough: without an end the solver would find nothing.
  const max = gains.cost + sizeOf(gains);
  const enough: PlainRow = { name: "enough", coefficients: gains.coefficients, min: -Infinity, max };
  const beyond = largestGain({ ...rules, rows: [...rules.rows, ...safe, enough] }, { read, gains, highs });
  return beyond > gains.cost / sizeOf(gains) + CLEAR_GAIN;
}

/** No period earns less. */
function periodsAtLeast(least: number, { program: { returns } }: ReadProgram): PlainRow[] {
  return returns.map((row, t) => ({
    name: `period ${t}`,
    coefficients: Float64Array.from(row),
    min: least,
    max: Infinity,
  }));
}

interface GainContext {
  readonly read: ReadProgram;
  readonly gains: Gains;
  readonly highs: Highs;
}

/** The largest gain of weights that keep rules by plain arithmetic, of its size; 0 where none are found. */
function largestGain(rules: PlainRules, at: GainContext): number {
  const { volatilities } = at.read, calmest = calmestOf(volatilities);
  // Of assets that are far apart the solver finds weights that cancel only where it sees them as risk.
  const asRisk = volatilities.map((volatility) => calmest / (volatility || calmest));
  return Math.max(...[volatilities.map(() => 1), asRisk].map((units) => largestGainIn(units, rules, at)));
}

function largestGainIn(units: Float64Array, rules: PlainRules, { read, gains, highs }: GainContext): number {
  const problem = { ...read.problem, expectedReturns: gains.coefficients };
  const program = { ...read.program, method: "max_return", parameters: {} };
  const sizes = { risk: 1, excess: 1 };
  const { model, weightsOf } = rivalProgram({ program, problem, rules, units, sizes });
  const { values } = model.solve(highs);
  const found = values && weightsOf(values), kept = found && repairedWeights(found, rules);
  if (kept === null) return 0;
  const { sum, rounding } = summed(gains.coefficients, kept);
  return (sum - rounding - costsAt(kept, read.problem)) / sizeOf(gains);
}

function sizeOf({ coefficients, cost }: Gains): number {
  return Math.max(...coefficients.map((gain) => Math.max(Math.abs(gain), Math.abs(gain - cost)))) || 1;
}
