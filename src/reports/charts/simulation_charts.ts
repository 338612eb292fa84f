import type { SimulationDetail } from "../../documents/simulation_detail.ts";
import type { Frequency } from "../../domain/frequency.ts";
import type { NamedChart } from "./backtest_charts.ts";
import type { BandChart, ChartDescription, HistogramChart } from "./chart_description.ts";
import { drawChart } from "./draw_chart.ts";
import type { Notation } from "./notation.ts";
import { REPORT_NOTATION } from "./report_notation.ts";
import { svgOf } from "./svg.ts";

/** The figures of a simulation of one method that its charts show. */
export interface ChartedSimulation {
  /** Key of the simulated method. */
  readonly method: string;
  /** Currency of the simulation's amounts; null where it is unknown. */
  readonly currency: string | null;
  readonly frequency: Frequency;
  readonly periodsPerYear: number;
  readonly plan: { readonly model: string; readonly initialValue: number; readonly goal: number | null };
  readonly detail: SimulationDetail;
  /** Money paid in up to each step: the initial value and the contributions, drawn as the reference for wealth. */
  readonly paidIn: readonly number[];
}

/** Draws the charts of a simulation as SVG: `fan` and `terminal`. The bytes are the same for the same figures. */
export function simulationCharts(figures: ChartedSimulation): readonly NamedChart[] {
  return describeSimulationCharts(figures).map(({ name, chart }) => ({ name, svg: svgOf(drawChart(chart)) }));
}

/** Describes the charts of a simulation: the fan of wealth over time and the histogram of terminal wealth. */
export function describeSimulationCharts(
  figures: ChartedSimulation,
): readonly { readonly name: string; readonly chart: ChartDescription }[] {
  return [
    { name: "fan", chart: fanChart(figures) },
    { name: "terminal", chart: terminalChart(figures) },
  ];
}

/** Lower and upper percentile of each band of the fan chart, the widest first. */
const BANDS = [["1", "99"], ["5", "95"], ["10", "90"], ["25", "75"]] as const;
const EXAMPLES_AT_MOST = 20;
/** Ratio of the highest to the lowest wealth above which the fan chart uses a logarithmic axis. */
const WIDE_RANGE = 12;
const PERIODS = { daily: "Trading days", weekly: "Weeks", monthly: "Months", yearly: "Years" } as const;
/** Smallest horizon in years from which the time axis of a simulation's chart counts years. */
const LONG_IN_YEARS = 2;
/**
 * Width of the single bar in the histogram of terminal wealth when all paths end alike, as a fraction of the initial
 * value.
 */
const SINGLE_BAR_WIDTH = 0.02;

/** Describes the fan of simulated wealth over time, with what was paid in and the goal. */
export function fanChart(figures: ChartedSimulation, notation: Notation = REPORT_NOTATION): BandChart {
  const { detail: { fan, sample_paths }, plan, method, paidIn } = figures;
  const { unit, label } = timeOf(figures);
  const xs = fan.steps.map((step) => step / unit);
  const lineOf = (values: readonly number[]) => xs.map((x, index) => ({ x, y: values[index] }));
  const [lowest, highest] = [Math.min(...fan.percentiles["1"]), Math.max(...fan.percentiles["99"])];
  return {
    kind: "bands",
    title: `Simulated wealth of ${method}`,
    subtitle: subtitleOf(figures, notation),
    x: { format: "number", label },
    y: { format: "amount", label: amountLabel(figures), isLogarithmic: lowest > 0 && highest > WIDE_RANGE * lowest },
    bands: BANDS.map(([low, high]) => ({
      name: `${low} to ${notation.percent(Number(high) / 100)}`,
      points: xs.map((x, index) => ({ x, low: fan.percentiles[low][index], high: fan.percentiles[high][index] })),
    })),
    lines: [
      { name: "Median", role: "middle", points: lineOf(fan.percentiles["50"]) },
      { name: "Paid in", role: "reference", points: lineOf(paidIn) },
      ...plan.goal === null ? [] : [
        {
          name: goalName(figures, notation),
          role: "reference",
          points: lineOf(xs.map(() => plan.goal ?? NaN)),
        } as const,
      ],
      ...sample_paths.slice(0, EXAMPLES_AT_MOST).map((path) => (
        { name: "Single paths", role: "example", points: lineOf(path) } as const
      )),
    ],
  };
}

/** Describes the histogram of simulated wealth at the end of all paths. */
export function terminalChart(figures: ChartedSimulation, notation: Notation = REPORT_NOTATION): HistogramChart {
  const { detail, plan, method, paidIn } = figures;
  const edges = barEdges(figures);
  const paid = paidIn[paidIn.length - 1];
  const percentile = (name: string, label: string) => {
    const value = detail.terminal.percentiles[name];
    return { value, label: `${label}: ${notation.amount(value)}`, isReference: false };
  };
  const reference = (value: number, label: string) => ({
    value,
    label: `${label}: ${notation.amount(value)}`,
    isReference: true,
  });
  const markers = [
    percentile("5", notation.percent(0.05)),
    percentile("50", "Median"),
    percentile("95", notation.percent(0.95)),
    reference(paid, "Paid in"),
    ...plan.goal === null ? [] : [reference(plan.goal, "Goal")],
  ];
  const isLoss = detail.probability_of_loss;
  return {
    kind: "histogram",
    title: `Terminal wealth of ${method}`,
    subtitle: `${subtitleOf(figures, notation)}; share of paths, in the outermost bars with all beyond`,
    x: { format: "amount", label: amountLabel(figures) },
    y: { format: "percent", label: null },
    edges,
    values: detail.histogram.counts.map((count) => count / detail.paths),
    divide: {
      at: paid,
      below: `Loss: ${notation.percent(isLoss)} of paths`,
      above: `No loss: ${notation.percent(1 - isLoss)}`,
    },
    markers: markers.filter(({ value, isReference }) => !isReference || isNear(value, edges)),
  };
}

function timeOf({ frequency, periodsPerYear, detail }: ChartedSimulation): { unit: number; label: string } {
  return detail.horizon >= LONG_IN_YEARS * periodsPerYear
    ? { unit: periodsPerYear, label: "Years" }
    : { unit: 1, label: PERIODS[frequency] };
}

function subtitleOf({ plan, detail, frequency }: ChartedSimulation, { count }: Notation): string {
  return `${count(detail.paths)} paths, ${plan.model}, ${count(detail.horizon)} ${PERIODS[frequency].toLowerCase()}`;
}

function amountLabel({ currency }: ChartedSimulation): string {
  return currency === null ? "Wealth" : `Wealth (${currency})`;
}

function goalName({ detail: { probability_of_goal } }: ChartedSimulation, { percent }: Notation): string {
  return probability_of_goal === null ? "Goal" : `Goal, reached by ${percent(probability_of_goal)}`;
}

/** Returns the edges of the histogram of terminal wealth, or those of one thin bar where all paths end alike. */
function barEdges({ detail: { histogram: { edges } }, plan }: ChartedSimulation): readonly number[] {
  const [low, high] = [edges[0], edges[edges.length - 1]];
  return low < high ? edges : [low, low + SINGLE_BAR_WIDTH * plan.initialValue];
}

/**
 * Whether a reference value is close enough to the bars of the histogram to be marked without squeezing them together;
 * always so for a single bar.
 */
function isNear(value: number, edges: readonly number[]): boolean {
  const [low, high] = [edges[0], edges[edges.length - 1]];
  const margin = (high - low) / 2;
  return edges.length === 2 || (value >= low - margin && value <= high + margin);
}
