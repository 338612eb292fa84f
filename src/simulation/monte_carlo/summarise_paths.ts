import type { Kernels } from "../../kernels/mod.ts";
import { namedPercentiles, percentileRanks } from "./percentiles.ts";
import type { SimulationPlan } from "./simulation_plan.ts";
import type { Histogram, PathFigures } from "./path_figures.ts";

/** Results at the end of all simulated paths, one entry per path. */
export interface PathEnds {
  readonly terminal: Float64Array;
  /** Final value on each path of one unit invested at the start, without cash flows. */
  readonly growth: Float64Array;
  readonly maxDrawdown: Float64Array;
  /** Total money withdrawn on each path. Null if nothing was withdrawn. */
  readonly withdrawn: Float64Array | null;
  readonly ruined: number;
}

export interface SummaryOptions {
  readonly plan: SimulationPlan;
  readonly paidIn: number;
  readonly periodsPerYear: number;
  readonly kernels: Kernels;
}

/**
 * Summarises simulated paths. A path's loss is 1 - (terminal wealth + withdrawals) / paid-in amount (initial value and
 * contributions). Value at risk is the k-th largest loss, k = ⌈(1 - c) n⌉, and conditional value at risk the mean of
 * the worst (1 - c) n. Drawdown and CAGR are time-weighted, of one unit invested at the start without flows. CAGR is
 * that unit's final value to the power of periods per year / horizon, less 1, and null if a double cannot hold it. The
 * standard deviation has ddof 1. Every other figure is finite, because wealth is at most 1e150.
 */
export function summarisePaths(ends: PathEnds, options: SummaryOptions): PathFigures {
  const { plan, paidIn, periodsPerYear, kernels } = options;
  const { terminal } = ends;
  const count = terminal.length;
  const wealth = ranked(terminal, kernels);
  const drawdown = ranked(ends.maxDrawdown, kernels);
  const growth = ranked(ends.growth, kernels);
  const years = plan.horizon / periodsPerYear;
  const cagr = (rank: number): number => Math.expm1(Math.log(growth(rank)) / years);
  const kept = keptOf(ends);
  const tail = kernels.measures.tail(kept.map((value) => 1 - value / paidIn), plan.confidence);
  // Sums of withdrawals have rounding errors, which must not count as a loss.
  const rounding = ends.withdrawn === null ? 0 : plan.horizon * Number.EPSILON * paidIn;
  const { goal } = plan;
  return {
    paths: count,
    horizon: plan.horizon,
    terminal: { ...momentsOf(terminal), ...medianAndPercentiles(count, wealth) },
    probability_of_loss: shareOf(kept, (value) => value < paidIn - rounding),
    probability_of_ruin: ends.ruined / count,
    probability_of_goal: goal === null ? null : shareOf(terminal, (value) => value >= goal),
    value_at_risk: tail.valueAtRisk,
    conditional_value_at_risk: tail.conditionalValueAtRisk,
    max_drawdown: medianAndPercentiles(count, drawdown),
    cagr: finite(medianAndPercentiles(count, cagr)),
  };
}

/** Returns the total value of each simulated path: terminal wealth plus withdrawals. */
function keptOf({ terminal, withdrawn }: PathEnds): Float64Array {
  return withdrawn === null ? terminal : terminal.map((value, i) => value + withdrawn[i]);
}

const BINS = 50;
/** Fraction of values at either end of a histogram that are counted in its outermost bins. */
const HISTOGRAM_TAIL = 0.005;

/**
 * Returns a histogram with equal bins between the 0.5th and the 99.5th percentile. Values beyond are counted in the
 * first and the last bin. Equal values get a single bin.
 */
export function histogramOf(values: Float64Array, kernels: Kernels): Histogram {
  const last = values.length - 1;
  const ranks = Int32Array.of(Math.floor(HISTOGRAM_TAIL * last), Math.ceil((1 - HISTOGRAM_TAIL) * last));
  const [low, high] = kernels.measures.orderStatistics(values, ranks);
  const scale = BINS / (high - low);
  if (!Number.isFinite(scale)) return { edges: [low, high], counts: [values.length] };
  const counts = new Array<number>(BINS).fill(0);
  for (const value of values) counts[Math.max(0, Math.min(BINS - 1, Math.floor((value - low) * scale)))]++;
  const edges = Array.from({ length: BINS + 1 }, (_, k) => k === BINS ? high : low + k * (high - low) / BINS);
  return { edges, counts };
}

type Ranked = (rank: number) => number;

/** Returns a function that returns, by rank, the sorted values between which the percentiles lie. */
function ranked(values: Float64Array, kernels: Kernels): Ranked {
  const ranks = percentileRanks(values.length);
  const statistics = kernels.measures.orderStatistics(values, ranks);
  return (rank) => statistics[ranks.indexOf(rank)];
}

function medianAndPercentiles(count: number, of: Ranked): PathFigures["max_drawdown"] {
  const percentiles = namedPercentiles(count, of);
  return { median: percentiles["50"], percentiles };
}

/** Returns growth percentiles with figures that are not finite replaced by null. */
function finite({ median, percentiles }: PathFigures["max_drawdown"]): PathFigures["cagr"] {
  const finiteOrNull = (value: number): number | null => Number.isFinite(value) ? value : null;
  const entries = Object.entries(percentiles).map(([percent, value]) => [percent, finiteOrNull(value)]);
  return { median: finiteOrNull(median), percentiles: Object.fromEntries(entries) };
}

function momentsOf(values: Float64Array): { mean: number; standard_deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standard_deviation: values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0 };
}

function shareOf(values: Float64Array, holds: (value: number) => boolean): number {
  return values.reduce((count, value) => holds(value) ? count + 1 : count, 0) / values.length;
}
