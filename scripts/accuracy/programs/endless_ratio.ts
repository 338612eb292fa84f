import type { Highs } from "highs";
import { CLEAR_GAIN, recessionOf, stillRows } from "./growing_direction.ts";
import { costsAt } from "./plain_objective.ts";
import type { PlainRow, PlainRules } from "./plain_rules.ts";
import { calmestOf, type Gains, RATIOS_TO_RISK, type ReadProgram } from "./read_program.ts";
import { repairedWeights } from "./repaired_weights.ts";
import { rivalProgram } from "./rival_program.ts";
import { summed } from "./summed.ts";

/**
 * Methods that maximise a ratio to the returns below the risk-free rate. A portfolio that earns the rate in every
 * period has no such risk.
 */
const BELOW_RATE: ReadonlySet<string> = new Set(["max_sortino", "max_omega"]);
/** Ids of the risk measures that are zero or negative for a portfolio that loses in no period. */
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
 * Whether some weights prove that a ratio of return to risk is unbounded. The proof is either a feasible portfolio that
 * gains without risk, or a feasible direction that gains without adding risk and can be followed without end. A
 * portfolio that loses in no period has no drawdown and no positive tail loss; a direction that adds no loss to any
 * period adds no risk, because these measures grow with losses. False proves nothing, because risk may vanish in other
 * ways.
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
  // Limits the gain, because HiGHS would find no optimum of an unbounded gain.
  const max = gains.cost + sizeOf(gains);
  const enough: PlainRow = { name: "enough", coefficients: gains.coefficients, min: -Infinity, max };
  const beyond = largestGain({ ...rules, rows: [...rules.rows, ...safe, enough] }, { read, gains, highs });
  return beyond > gains.cost / sizeOf(gains) + CLEAR_GAIN;
}

/** Returns one linear rule per period: the portfolio's return in that period is at least `least`. */
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

/**
 * Returns the largest gain of weights that satisfy the rules by plain arithmetic, relative to the largest gain of a
 * single asset. Returns 0 where no weights are found.
 */
function largestGain(rules: PlainRules, at: GainContext): number {
  const { volatilities } = at.read, calmest = calmestOf(volatilities);
  // Tries weights in units of each asset's risk too. Otherwise HiGHS misses weights that cancel between assets of very
  // different volatility.
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
