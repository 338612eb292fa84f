import type { Kernels } from "../../kernels/mod.ts";
import { namedPercentiles, percentileRanks } from "./percentiles.ts";
import type { SimulationPlan } from "./simulation_plan.ts";
import type { Histogram, PathFigures } from "./path_figures.ts";

/** The ends of all paths. */
export interface PathEnds {
  readonly terminal: Float64Array;
  /** Value of a unit that was invested at first, without flows. */
  readonly growth: Float64Array;
  readonly maxDrawdown: Float64Array;
  /** What was taken out; null where nothing was. */
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
 * The summary of simulated paths. Losses are 1 - (terminal wealth + what was taken out) / what was paid in (initial
 * value and contributions): their k-th largest with k = ⌈(1 - c) n⌉ and the mean of the worst (1 - c) n. Drawdown and
 * cagr are time-weighted: of a unit invested at first, without flows; cagr is its value to the power of periods a year
 * / horizon, less 1, and null where that is more than a double holds. The standard deviation is of ddof 1. Every other
 * figure is finite: wealth is at most 1e150.
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
  // Sums of withdrawals are off by what rounding leaves of them.
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

/** What a path is worth in all: at the end, and in what was taken out. */
function keptOf({ terminal, withdrawn }: PathEnds): Float64Array {
  return withdrawn === null ? terminal : terminal.map((value, i) => value + withdrawn[i]);
}

const BINS = 50;
/** Values beyond these percentiles are counted in the outermost bins. */
const HISTOGRAM_TAIL = 0.005;

/**
 * Equal bins between the 0.5th and the 99.5th percentile; what lies beyond is counted in the first and the last. One
 * bin where all are equal.
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

/** The order statistics that percentiles need. */
function ranked(values: Float64Array, kernels: Kernels): Ranked {
  const ranks = percentileRanks(values.length);
  const statistics = kernels.measures.orderStatistics(values, ranks);
  return (rank) => statistics[ranks.indexOf(rank)];
}

function medianAndPercentiles(count: number, of: Ranked): PathFigures["max_drawdown"] {
  const percentiles = namedPercentiles(count, of);
  return { median: percentiles["50"], percentiles };
}

/** Null for what is not. */
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
