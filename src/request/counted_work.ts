import { periodsPerYear } from "../domain/frequency.ts";
import { DAY_MS } from "../domain/instant.ts";
import { familiesOf } from "../optimization/constraints/mod.ts";
import { frontierNeedsHistory, METHODS } from "../optimization/methods/mod.ts";
import { rebalancesOf } from "../simulation/backtest/mod.ts";
import { SIMULATION_MODELS } from "../simulation/monte_carlo/mod.ts";
import type { OptimizationRequest } from "./optimization_request.ts";
import { type BacktestRequest, walkForwardPlanOf } from "./parts/backtest.ts";
import type { Constraints } from "./parts/constraints.ts";
import { HISTORY_LIMITS } from "./parts/history.ts";
import type { MethodChoice } from "./parts/methods.ts";
import type { SimulationRequest } from "./parts/simulation.ts";

/**
 * Units of counted work. One unit is about a millisecond of one core: 180 jobs of all methods, measured, took a quarter
 * of a millisecond to four a unit. A cell is one number of a table of returns, assets × observations.
 */
const UNITS = {
  job: 300,
  /** Reading, aligning and estimating, and the tables and charts of the result. */
  cell: 1.6e-3,
  solve: 0.4,
  /** A method that works on a covariance matrix or on none. */
  cellOfMoments: 0.2e-3,
  /** A method that works on every return of the history, for example on drawdowns. */
  cellOfHistory: 2e-3,
  /** A rule for which a method tries many choices of assets. */
  cellOfSearch: 20e-3,
  step: 15e-6,
  /** A step of a simulation in which each asset moves on its own: drawn from rows, or from a covariance matrix. */
  stepOfAsset: 4e-6,
  stepOfPair: 0.15e-6,
  reportedByte: 0.05e-3,
} as const;

/** Part of a solve that a point of a frontier counts, because it begins at the point before it. */
const FRONTIER_POINT = 0.2;

/** Families whose rules make a method try many choices of assets. */
const SEARCHED: readonly string[] = [...familiesOf("integers")];

/** Cells above which a job needs so much memory that its work counts more, and the cells with which it doubles. */
const CROWDED_FROM = 1.5e6;
const CROWDED_TWICE = 250e3;
/**
 * Number of cells that count as a pair of assets there, because a run makes tables of assets by assets, such as that of
 * the correlations: 1,750 assets over 30 days took 779 MiB on the hosted platform, and 1,500 took 670.
 */
const CELLS_OF_PAIR = 1.2;
/**
 * Number of bytes of stored documents that count as one value of a price history, because a report that reads them
 * needs about as much memory.
 */
const BYTES_OF_CELL = 25;

/** Years of prices that a request for listed assets asks for if it names no first day. */
const YEARS_WITHOUT_START = 20;

/** Largest counted work of a job: every work beyond it counts as this. */
export const MOST_WORK = 999_999_999;

/** Numbers of assets and of observations from which a job is computed. */
export interface WorkSizes {
  readonly assets: number;
  readonly observations: number;
}

/**
 * Returns the counted work of a run, with its frontier and its rolling backtest, which the run computes itself. It
 * depends on the request alone: of listed assets, the observations follow from the dates asked for.
 */
export function workOfRun(request: OptimizationRequest): number {
  const sizes = sizesOf(request);
  const { constraints, efficient_frontier: frontier, rolling_backtest: backtest } = request;
  const solves = sumOf(request.methods, (choice) => workOfMethod(choice, sizes, constraints));
  const drawn = frontier === undefined ? 0 : workOfFrontier(frontier, sizes);
  const walked = backtest === undefined ? 0 : workOfRebalances(backtest, { ...sizes, constraints });
  const needed = Math.max(cellsOf(sizes), CELLS_OF_PAIR * sizes.assets ** 2);
  return counted(solves + drawn + walked, cellsOf(sizes), needed);
}

/** Returns the counted work of the efficient frontier of a run. */
export function workOfFrontier(
  asked: NonNullable<OptimizationRequest["efficient_frontier"]>,
  sizes: WorkSizes,
): number {
  const points = asked.points * (asked.branch === "both" ? 2 : 1), isOfHistory = frontierNeedsHistory(asked);
  return FRONTIER_POINT * points * solveOf(sizes, { isOfHistory, isSearched: false });
}

/** Returns the counted work of the largest job of a run: the run itself, or the simulation that follows it. */
export function largestWorkOf(request: OptimizationRequest): number {
  const { monte_carlo: simulation } = request, own = workOfRun(request);
  return simulation === undefined ? own : Math.max(own, workOfSimulation(simulation, sizesOf(request)));
}

/**
 * Returns the counted work of a backtest of a run, of whose assets every one may take part. `walked` is the number of
 * observations over which it walks; all of the run if absent.
 */
export function workOfBacktest(
  backtest: BacktestRequest,
  { walked, ...run }: WorkSizes & { readonly walked?: number; readonly constraints: Constraints },
): number {
  return counted(workOfRebalances(backtest, { ...run, observations: walked ?? run.observations }), cellsOf(run));
}

/** Returns the counted work of a simulation of a run, of whose assets every one may have weight. */
export function workOfSimulation(
  { model, paths, horizon, rebalance }: Pick<SimulationRequest, "model" | "paths" | "horizon" | "rebalance">,
  { assets, observations }: WorkSizes,
): number {
  const isOfRows = SIMULATION_MODELS.get(model)?.needsHistory ?? false;
  // A portfolio that keeps its weights is drawn as one asset, except where each asset has a variance of its own.
  const isOne = model !== "filtered_historical" && (rebalance === 1 || horizon === 1);
  const ofAssets = UNITS.stepOfAsset * assets + (isOfRows ? 0 : UNITS.stepOfPair * assets ** 2);
  return counted(paths * horizon * (UNITS.step + (isOne ? 0 : ofAssets)), cellsOf({ assets, observations }));
}

/** Returns the counted work of a report of a run, from the bytes of the run's stored config and documents. */
export function workOfReport(bytes: number): number {
  return counted(UNITS.reportedByte * bytes, bytes / BYTES_OF_CELL);
}

/** Adds what every job of so many cells takes, and counts a job more that needs the memory of many cells. */
function counted(work: number, cells: number, needed = cells): number {
  const crowding = 2 ** (Math.max(0, needed - CROWDED_FROM) / CROWDED_TWICE);
  return Math.min(MOST_WORK, Math.ceil(UNITS.job + (UNITS.cell * cells + work) * crowding));
}

/** Returns the counted work of the rebalances of a backtest alone. */
export function workOfRebalances(
  backtest: BacktestRequest,
  { assets, observations, constraints }: WorkSizes & { readonly constraints: Constraints },
): number {
  const plan = walkForwardPlanOf(backtest);
  const rebalances = Math.max(0, rebalancesOf(plan, observations));
  // The time of a method grows less than its window does, so windows that grow count with their geometric mean.
  const window = plan.expanding ? Math.sqrt(plan.trainWindow * observations) : plan.trainWindow;
  const sizes = { assets, observations: window };
  return rebalances * sumOf(backtest.methods, (choice) => workOfMethod(choice, sizes, constraints));
}

/** Returns the counted work of one method, whose own rules replace those of its run. */
export function workOfMethod(
  { method, parameters, constraints }: MethodChoice,
  sizes: WorkSizes,
  ofRun: Constraints,
): number {
  const isOfHistory = METHODS.get(method)?.needs(parameters).history ?? true;
  const rules = constraints ?? ofRun;
  return solveOf(sizes, { isOfHistory, isSearched: SEARCHED.some((family) => rules[family] !== undefined) });
}

function solveOf(
  { assets, observations }: WorkSizes,
  { isOfHistory, isSearched }: { readonly isOfHistory: boolean; readonly isSearched: boolean },
): number {
  const perCell = (isOfHistory ? UNITS.cellOfHistory : UNITS.cellOfMoments) + (isSearched ? UNITS.cellOfSearch : 0);
  // A covariance matrix has as many rows as assets, also where there are fewer observations.
  return UNITS.solve + perCell * assets * Math.max(assets, observations);
}

function cellsOf({ assets, observations }: WorkSizes): number {
  return assets * observations;
}

function sizesOf({ assets, history, ...request }: OptimizationRequest): WorkSizes {
  const count = assets.length;
  if (history === null && !request.listed) return { assets: count, observations: count };
  if (history?.kind === "scenarios") return { assets: count, observations: history.table.values.rows };
  const { start_date: start, end_date: end, frequency } = request;
  const dates = (history?.table.dates ?? []).filter((date) => (!start || date >= start) && (!end || date <= end));
  const days = history === null ? daysAsked({ start, end }) : daysBetween(dates[0], dates.at(-1));
  const periods = Math.ceil(days / DAYS_OF_YEAR * periodsPerYear(frequency));
  if (history === null) return { assets: count, observations: Math.min(periods, HISTORY_LIMITS.rows) };
  return { assets: count, observations: frequency === "daily" ? dates.length : Math.min(periods, dates.length) };
}

const DAYS_OF_YEAR = 365.25;

function daysAsked({ start, end }: { readonly start?: string | undefined; readonly end?: string | undefined }): number {
  return start === undefined || end === undefined ? YEARS_WITHOUT_START * DAYS_OF_YEAR : daysBetween(start, end);
}

function daysBetween(first: string | undefined, last: string | undefined): number {
  if (first === undefined || last === undefined) return 0;
  return Math.max(0, (Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}

function sumOf<Item>(items: readonly Item[], workOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + workOf(item), 0);
}
