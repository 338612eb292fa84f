import type { Highs } from "highs";
import type { Candidate } from "./best_rival.ts";
import { type Boundedness, nearlyStillRows, recessionOf, stillRows } from "./growing_direction.ts";
import { plainValue, varianceAt } from "./plain_objective.ts";
import type { PlainRow } from "./plain_rules.ts";
import { calmestOf, type Gains, type ReadProgram } from "./read_program.ts";
import { repairedWeights } from "./repaired_weights.ts";
import { rivalProgram } from "./rival_program.ts";

const RELATIVE = 1e-6;
/** Absolute weight beyond which a portfolio counts as unbounded. */
const LARGEST_WEIGHT = 1e6;

/**
 * Returns the verdict on whether weights reach the largest ratio of a gain to the volatility, given the best weights
 * known; `unclear` where these are missing or rounding or the solver leaves it open. It is `unbounded` where weights
 * without volatility gain, or where ever larger weights approach at least the ratio of the best ones, or where the best
 * ones exceed `LARGEST_WEIGHT`.
 */
export function ratioBoundedness(best: Candidate | null, gains: Gains, at: RatioContext): Boundedness {
  if (gainsStill(best, gains, at)) return "unbounded";
  if (best === null || !(best.value.rounding < RELATIVE * Math.abs(best.value.cost))) return "unclear";
  if (best.weights.some((weight) => Math.abs(weight) > LARGEST_WEIGHT)) return "unbounded";
  const ofDirections = ratioOfDirections(gains, at);
  if (ofDirections === null) return "unclear";
  return ofDirections >= -best.value.cost * (1 - RELATIVE) ? "unbounded" : "bounded";
}

interface RatioContext {
  readonly read: ReadProgram;
  readonly highs: Highs;
}

/** Whether a portfolio whose volatility is zero up to rounding satisfies the rules and earns a positive gain. */
function gainsStill(best: Candidate | null, gains: Gains, at: RatioContext): boolean {
  const { read } = at, untold = best === null ? [] : [nearlyStillRows(read, untoldVolatility(best.weights, read))];
  return [stillRows(read), nearlyStillRows(read), ...untold].some((still) =>
    unitsOf(at).some((units) => gainsStillIn({ units, still }, gains, at))
  );
}

/**
 * Returns the largest value of each row of R w, for the triangular factor R of the covariance matrix, that rounding of
 * the matrix cannot tell from zero, for weights w of this size.
 */
function untoldVolatility(weights: Float64Array, { problem }: ReadProgram): number {
  return Math.sqrt(varianceAt(weights, problem).rounding / (4 * weights.length));
}

/**
 * Returns the units of weights to try. Between assets of very different volatility HiGHS finds weights that cancel, or
 * that grow without end, only in units of risk.
 */
function unitsOf({ read: { volatilities } }: RatioContext): readonly Float64Array[] {
  const calmest = calmestOf(volatilities);
  return [volatilities.map(() => 1), volatilities.map((volatility) => calmest / (volatility || calmest))];
}

function gainsStillIn(
  { units, still: stillness }: { readonly units: Float64Array; readonly still: readonly PlainRow[] },
  { coefficients, cost: least }: Gains,
  { read, highs }: RatioContext,
): boolean {
  const { program } = read;
  const problem = { ...read.problem, expectedReturns: coefficients };
  // Limits the gain, because HiGHS would find no optimum of an unbounded gain.
  const max = least + Math.max(...coefficients.map((gain) => Math.abs(gain - least)));
  const enough: PlainRow = { name: "enough", coefficients, min: -Infinity, max };
  const rules = { ...read.rules, rows: [...read.rules.rows, ...stillness, enough] };
  const asReturn = { ...program, method: "max_return" };
  const { model, weightsOf } = rivalProgram({
    program: asReturn,
    problem,
    rules,
    units,
    sizes: { risk: 1, excess: 1 },
  });
  const { values } = model.solve(highs);
  const found = values && weightsOf(values), still = found && repairedWeights(found, read.rules);
  if (still === null) return false;
  const { cost, rounding } = plainValue(still, asReturn, problem),
    { variance, rounding: of } = varianceAt(still, problem);
  return variance <= of && -cost - least > rounding;
}

/**
 * Returns the best ratio of gain to volatility of weights so large that limits and costs no longer matter. Returns 0
 * where there is no such direction and null where the solver does not decide.
 */
function ratioOfDirections(gains: Gains, at: RatioContext): number | null {
  const found = unitsOf(at).map((units) => ratioOfDirectionsIn(units, gains, at)).filter((ratio) => ratio !== null);
  return found.length === 0 ? null : Math.max(...found);
}

function ratioOfDirectionsIn(
  units: Float64Array,
  { coefficients }: Gains,
  { read, highs }: RatioContext,
): number | null {
  const { problem } = read, earned = Math.max(...coefficients.map((gain, i) => Math.abs(gain) * units[i])) || 1;
  const earning: PlainRow = { name: "earns", coefficients, min: earned, max: earned };
  const cone = recessionOf(read.rules, Infinity), program = { ...read.program, method: "min_volatility" };
  const rules = { ...cone, rows: [...cone.rows, earning] };
  const sizes = { risk: calmestOf(read.volatilities), excess: 1 };
  const { model, weightsOf } = rivalProgram({ program, problem, rules, units, sizes });
  // Without its regularisation the HiGHS solver is exact, but it fails where a direction has no variance.
  const exact = model.solve(highs, { qp_regularization_value: 0 });
  const { status, values } = exact.values === null ? model.solve(highs) : exact;
  const direction = values && weightsOf(values);
  if (direction === null || !direction.some((entry) => entry !== 0)) return status === "infeasible" ? 0 : null;
  const { variance, rounding } = varianceAt(direction, problem);
  return earned / Math.sqrt(Math.max(variance, rounding));
}
