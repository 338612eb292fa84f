import { z } from "zod";
import type { AssetId } from "../../../src/domain/asset.ts";
import { METHODS } from "../../../src/optimization/methods/mod.ts";
import { objectiveOf, OPTIMISERS } from "../../../tests/support/objectives.ts";
import { type AccuracyProgram, problemOfProgram, WEEKS_PER_YEAR } from "./accuracy_program.ts";
import { Draw } from "./draw.ts";
import { costsAt, type Parameters } from "./plain_objective.ts";
import { randomProgram } from "./random_program.ts";
import { isKept } from "./repaired_weights.ts";
import { readProgram } from "./read_program.ts";

/** The program of a seed over every method that optimises and every family: that of fewer, made wider. */
export function wideProgram(seed: number, methods: readonly string[] = OPTIMISERS): AccuracyProgram {
  const base = randomProgram(seed, methods);
  // Of its own, so that what is drawn of fewer families stays what it is.
  const draw = new Draw(seed ^ 0x5bd1e995);
  const program = withEnforced({ ...base, parameters: { ...base.parameters, ...ownParameters(base.method, draw) } });
  const enforced = enforcedBy(program);
  const chosen = draw.some(Object.keys(FAMILIES).filter((family) => enforced.has(family)), draw.integer(0, 2));
  return withKnownPoint(chosen.reduce((made, family) => FAMILIES[family](made, draw), program));
}

const MEASURES = ["variance", "volatility", "semideviation", "mad", "gini", "cvar", "evar", "worst_realization"];
const OF_DRAWDOWNS = ["average_drawdown", "max_drawdown", "cdar", "edar", "ulcer_index"];
const WITH_CONFIDENCE = ["cvar", "evar", "cdar", "edar"];

function ownParameters(method: string, draw: Draw): Parameters {
  const confidenceOf = (measure: string): Parameters =>
    WITH_CONFIDENCE.includes(measure) ? { confidence: draw.one([0.95, 0.9, 0.99, 0.5]) } : {};
  if (method === "mean_risk") {
    const measure = draw.one([...MEASURES, ...OF_DRAWDOWNS]);
    const objective = draw.one(["min_risk", "max_return", "max_utility", "max_ratio"]);
    const price = objective === "max_utility" ? { risk_aversion: draw.magnitude(1e-2, 1e3) } : {};
    return { measure, objective, ...price, ...confidenceOf(measure) };
  }
  if (method === "risk_parity") {
    const measure = draw.one(["variance", "semideviation", "mad", "cvar", "evar", "cdar"]);
    return { measure, ...confidenceOf(measure) };
  }
  if (method === "robust_mean_variance") {
    const uncertainty_set = draw.one(["ellipsoidal", "box"]);
    return { uncertainty_set, kappa: draw.magnitude(1e-2, 10), risk_aversion: draw.magnitude(1e-2, 1e3) };
  }
  if (method === "dr_cvar") return { radius: draw.magnitude(1e-5, 1e-1), risk_aversion: draw.magnitude(1e-2, 1e2) };
  if (["min_evar", "min_edar", "max_return_evar"].includes(method)) return confidenceOf("evar");
  return {};
}

function enforcedBy({ method: id, parameters }: AccuracyProgram): ReadonlySet<string> {
  const method = METHODS.get(id);
  if (method === undefined) throw new Error(`Cannot find method "${id}"`);
  return method.enforces(method.parameters.parse(parameters));
}

/** A submission is refused rules that a method does not enforce. */
function withEnforced(program: AccuracyProgram): AccuracyProgram {
  const enforced = enforcedBy(program), sent = Object.entries(program.rules.constraints);
  const kept = sent.filter(([family]) => enforced.has(family));
  if (kept.length === sent.length) return program;
  return { ...program, rules: { ...program.rules, constraints: withoutNegative(Object.fromEntries(kept)) } };
}

const LOWER = z.looseObject({
  min: z.number().optional(),
  max: z.number().optional(),
  assets: z.record(z.string(), z.looseObject({ min: z.number().optional(), max: z.number().optional() })).optional(),
});

/** Bounds of weights that may be short, for those that may not. */
function withoutNegative({ weight_bounds, ...others }: Record<string, unknown>): Record<string, unknown> {
  if (weight_bounds === undefined) return others;
  const raised = <Limits extends { min?: number | undefined; max?: number | undefined }>(limits: Limits): Limits => ({
    ...limits,
    ...limits.min === undefined ? {} : { min: Math.max(0, limits.min) },
    ...limits.max === undefined ? {} : { max: Math.max(0, limits.max) },
  });
  const { assets, ...general } = LOWER.parse(weight_bounds);
  const own = Object.entries(assets ?? {}).map(([asset, limits]) => [asset, raised(limits)] as const);
  return {
    ...others,
    weight_bounds: { ...raised(general), ...own.length === 0 ? {} : { assets: Object.fromEntries(own) } },
  };
}

type Widening = (program: AccuracyProgram, draw: Draw) => AccuracyProgram;

/** By family: rules around the known point, or equal weights where there is none. */
const FAMILIES: Readonly<Record<string, Widening>> = {
  transaction_costs(program, draw) {
    const { constraints, startingPortfolio = [...centreOf(program)].map(() => 0) } = program.rules;
    const bps = draw.magnitude(0.1, 200), amortization_periods = draw.one([1, 1, 4, 52]);
    const costs = { transaction_costs: { bps, amortization_periods } };
    const widened = withRules({ ...program, rules: { ...program.rules, startingPortfolio } }, costs);
    const taken = WEEKS_PER_YEAR * costsAt(centreOf(program), problemOfProgram(widened));
    return typeof constraints.min_return === "number"
      ? withRules(widened, { min_return: constraints.min_return - taken * (1 + 1e-9) })
      : widened;
  },
  risk_limits(program, draw) {
    const measure = draw.one([...MEASURES, ...OF_DRAWDOWNS].filter((one) => one !== "variance"));
    const own: Parameters = WITH_CONFIDENCE.includes(measure) ? { confidence: draw.one([0.95, 0.9, 0.5]) } : {};
    const value = objectiveOf(`min_${measure}`, centreOf(program), problemOfProgram(program), own) *
      (measure === "volatility" ? Math.sqrt(WEEKS_PER_YEAR) : 1);
    return withLimit(program, value, (max) => ({ risk_limits: [{ measure, ...own, max: max + roomOf(max, draw) }] }));
  },
  tracking_error(program, draw) {
    const value = Math.sqrt(WEEKS_PER_YEAR) *
      objectiveOf("min_tracking_error", centreOf(program), problemOfProgram(program), {});
    return withLimit(program, value, (max) => ({ tracking_error: { max: max + roomOf(max, draw) } }));
  },
  factor_exposure(program, draw) {
    const { assets } = problemOfProgram(program), centre = centreOf(program);
    const own = assets.map((asset): [AssetId, number] => [asset, draw.normal()]);
    const value = own.reduce((sum, [, loading], i) => sum + loading * centre[i], 0);
    const limits = draw.isIn(0.5) ? { max: value + roomOf(1, draw) } : { min: value - roomOf(1, draw) };
    const loadings = Object.fromEntries(own.map(([asset, value]) => [asset, { value }]));
    return withRules(program, { factor_exposure: { loadings, rules: [{ factor: "value", ...limits }] } });
  },
  concentration(program, draw) {
    const centre = centreOf(program), sum = centre.reduce((total, weight) => total + weight, 0);
    const number = Math.max(sum, 0) ** 2 / centre.reduce((total, weight) => total + weight * weight, 0);
    if (!(number > 1e-3)) return program;
    return withRules(program, { concentration: { min_effective_assets: number * (1 - draw.magnitude(1e-6, 0.5)) } });
  },
  cardinality(program, draw) {
    const centre = centreOf(program), held = centre.filter((weight) => weight !== 0).length;
    if (!canCount(program)) return program;
    return withRules(program, { cardinality: { max: Math.min(centre.length, held + draw.integer(0, 2)) } });
  },
  min_position(program, draw) {
    const sizes = centreOf(program).filter((weight) => weight !== 0).map(Math.abs);
    if (!canCount(program) || program.rules.constraints.weight_bounds !== undefined) return program;
    const least = Math.max(1e-8, Math.min(...sizes) * draw.between(0.2, 1));
    return withRules(program, { min_position: least });
  },
};

/** Few assets, which are held or not, and none of them short. */
function canCount({ returns, rules: { constraints } }: AccuracyProgram): boolean {
  return returns[0].length <= 9 && constraints.exposure === undefined;
}

function centreOf({ knownPoint, returns }: AccuracyProgram): Float64Array {
  const count = returns[0].length;
  return knownPoint === null ? new Float64Array(count).fill(1 / count) : Float64Array.from(knownPoint);
}

function roomOf(size: number, draw: Draw): number {
  return Math.abs(size) * draw.magnitude(1e-4, 1);
}

/** Limits may be named up to a million. */
function withLimit(
  program: AccuracyProgram,
  value: number,
  limitOf: (value: number) => Record<string, unknown>,
): AccuracyProgram {
  return Math.abs(value) < 4e5 ? withRules(program, limitOf(value)) : program;
}

function withRules(program: AccuracyProgram, added: Record<string, unknown>): AccuracyProgram {
  return { ...program, rules: { ...program.rules, constraints: { ...program.rules.constraints, ...added } } };
}

/** What was known keeps the rules as they are now, or is not known. */
function withKnownPoint(program: AccuracyProgram): AccuracyProgram {
  const { knownPoint } = program;
  if (knownPoint === null) return program;
  const isStill = isKept(Float64Array.from(knownPoint), readProgram(program).rules);
  return isStill ? program : { ...program, knownPoint: null };
}
