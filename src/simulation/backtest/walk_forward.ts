import { DomainError } from "../../domain/errors.ts";
import { columnsOf, type Matrix, matrix, row } from "../../domain/matrix.ts";
import type { SolutionStatus } from "../../domain/solution_status.ts";
import type { Solution } from "../../optimization/solution.ts";
import { DriftingPortfolio, type StartingHoldings } from "./drifting_portfolio.ts";
import { rebalanceRowsOf, type WalkForwardPlan, whyWindowTooLong } from "./walk_forward_plan.ts";

/** Asset returns by date for a backtest, with the returns of the benchmark and of factors on the same dates. */
export interface ReturnHistory {
  readonly dates: readonly string[];
  /** Simple returns of the assets, dates × assets. */
  readonly returns: Matrix;
  readonly benchmark: Float64Array | null;
  /** Matrix of factor returns, dates × factors. Null without factors. */
  readonly factors: Matrix | null;
  /** Whether assets come and go: a return is NaN where an asset has none. Not if absent. */
  readonly hasGaps?: boolean;
}

/** Returns of the train window of a rebalance. */
export interface TrainWindow extends Omit<ReturnHistory, "hasGaps"> {
  /**
   * Columns of the history whose returns the window has: assets with every return of it. Absent if no asset may lack
   * returns, so that the window has all of them.
   */
  readonly members?: readonly number[];
}

/** State of a backtested strategy at a rebalance: its holdings and its last chosen weights. */
export interface StrategyState {
  /** Drifted holdings before the rebalance. Null at the first rebalance of a portfolio that starts from cash. */
  readonly holdings: StartingHoldings | null;
  /**
   * Weights that the strategy chose at its last successful rebalance, from which the solver starts. Null before there
   * are any.
   */
  readonly warmStart: Float64Array | null;
}

/**
 * A strategy of a backtest, which chooses weights from a train window. All strategies get the same window object for a
 * date.
 */
export interface Strategy {
  readonly key: string;
  rebalance(window: TrainWindow, state: StrategyState): Pick<Solution, "status" | "detail" | "weights">;
  /** Returns what holding weights costs in each period, as a fraction of wealth; nothing if absent. */
  carry?(weights: Float64Array): number;
  /**
   * Returns measures of the weights held after a rebalance, estimated from its train window. A measure that is not
   * defined is null.
   */
  measure(window: TrainWindow, weights: Float64Array): Readonly<Record<string, number | null>>;
}

/** Type of the record of one rebalance of a strategy in a backtest. */
export interface Rebalance {
  /** First row of the history whose return the weights of this rebalance earn. */
  readonly row: number;
  /** Weights held after the rebalance, as fractions of wealth. */
  readonly weights: Float64Array;
  /** Whether the strategy found weights at the rebalance. If not, the held weights are the earlier ones, drifted. */
  readonly isChosen: boolean;
  /** One-way turnover of the rebalance: half the sum of absolute weight changes. */
  readonly turnover: number;
  /**
   * Cost of the rebalance as a fraction of the wealth before it, deducted from the return of the first row after it.
   */
  readonly cost: number;
  readonly status: SolutionStatus;
  readonly detail: string | null;
  /** Columns of the assets that took part; absent if no asset may lack returns. */
  readonly members?: readonly number[];
  /** Assets whose returns ended before the next rebalance, each sold at its last price; empty if no asset may lack. */
  readonly sold: readonly Sale[];
  /** Measures of the weights held after the rebalance, as the strategy computes them. */
  readonly measures: ReturnType<Strategy["measure"]>;
}

/** Sale of an asset whose returns end. */
export interface Sale {
  /** Column of the asset. */
  readonly asset: number;
  /** First row without a return of the asset, whose return bears the cost of the sale. */
  readonly row: number;
}

/** Result of one strategy in a backtest: one return per period from the first rebalance on, and its rebalances. */
export interface WalkedStrategy {
  readonly key: string;
  /** Returns of the strategy after the costs of trading and of holding, one per period. */
  readonly returns: Float64Array;
  readonly rebalances: readonly Rebalance[];
}

export interface WalkForwardContext {
  /** Holdings of the backtest before the first rebalance. Null if every strategy starts from cash. */
  readonly starting: StartingHoldings | null;
  /** Called before each rebalance with its strategy's key, in date order. An error that it throws ends the backtest. */
  onRebalance(key: string): void;
}

/**
 * Runs strategies through a history out of sample (walk-forward). For a rebalance on row t, the train window ends at
 * row t - 1 and the new weights earn the returns from row t on. The return of row t bears the cost: (costBps +
 * slippageBps) / 10,000 times the sum of absolute changes from the drifted weights. Every return bears what it costs to
 * hold the weights. The first rebalance is on row `trainWindow`. Throws `insufficient_history` if no row is left after
 * the first window.
 *
 * Where assets come and go, an asset takes part in a rebalance if it has every return of its train window. A holding
 * whose returns end is sold at its last price, at the same cost, and stays cash until the next rebalance.
 */
export function walkForward(
  history: ReturnHistory,
  strategies: readonly Strategy[],
  plan: WalkForwardPlan,
  context: WalkForwardContext,
): readonly WalkedStrategy[] {
  const { rows, columns } = history.returns;
  const { trainWindow, rebalanceEvery } = plan;
  const why = whyWindowTooLong(plan, rows);
  if (why !== null) throw new DomainError("insufficient_history", why);
  const walks = strategies.map((strategy) => new Walk(strategy, { rows: rows - trainWindow, columns, plan, context }));
  for (const first of rebalanceRowsOf(plan, rows)) {
    const window = windowBefore(history, first, plan);
    const end = Math.min(first + rebalanceEvery, rows);
    for (const walk of walks) {
      context.onRebalance(walk.key);
      walk.step(window, history, { first, end });
    }
  }
  return walks.map((walk) => walk.result());
}

/**
 * Returns a copy of the history rows that a strategy may use in a rebalance on row `end`. A copy cannot give access to
 * later rows.
 */
export function windowBefore(history: ReturnHistory, end: number, plan: WalkForwardPlan): TrainWindow {
  const { dates, returns, benchmark, factors, hasGaps = false } = history;
  const start = plan.expanding ? 0 : end - plan.trainWindow;
  const rowsOf = ({ columns, data }: Matrix): Matrix =>
    matrix(end - start, columns, data.slice(start * columns, end * columns));
  const all = rowsOf(returns), members = hasGaps ? wholeColumns(all) : null;
  return {
    dates: dates.slice(start, end),
    returns: members === null || members.length === all.columns ? all : columnsOf(all, members),
    ...members === null ? {} : { members },
    benchmark: benchmark && benchmark.slice(start, end),
    factors: factors && rowsOf(factors),
  };
}

/** Returns the columns of returns without a gap. */
function wholeColumns({ rows, columns, data }: Matrix): readonly number[] {
  const isWhole = (j: number): boolean => {
    for (let t = 0, at = j; t < rows; t++, at += columns) if (Number.isNaN(data[at])) return false;
    return true;
  };
  return Array.from({ length: columns }, (_, j) => j).filter(isWhole);
}

const RUINED = { status: "failed", detail: "Nothing is left to invest", weights: null } as const;

/**
 * Returns a sentence that says why a strategy found no weights at a rebalance, and whether the portfolio stays in cash
 * or keeps its holdings. After a total loss it says only that nothing is left to invest.
 */
function whyUnchanged(detail: string | null, holdings: StartingHoldings | null): string {
  if (detail === RUINED.detail) return detail;
  const left = holdings === null ? "the portfolio stays in cash" : "the portfolio keeps its holdings";
  return `${detail ?? "The method has no answer"}; ${left}`;
}

/** Runs one strategy through the backtest and collects its returns and rebalances. */
class Walk {
  readonly #strategy: Strategy;
  readonly #plan: WalkForwardPlan;
  readonly #portfolio: DriftingPortfolio;
  readonly #returns: Float64Array;
  readonly #rebalances: Rebalance[] = [];
  readonly #costRate: number;
  #hasHoldings: boolean;
  #warmStart: Float64Array | null = null;

  constructor(
    strategy: Strategy,
    { rows, columns, plan, context: { starting } }: {
      rows: number;
      columns: number;
      plan: WalkForwardPlan;
      context: WalkForwardContext;
    },
  ) {
    this.#strategy = strategy;
    this.#plan = plan;
    this.#costRate = (plan.costBps + plan.slippageBps) / 10_000;
    this.#hasHoldings = starting !== null;
    this.#portfolio = new DriftingPortfolio(starting ?? { weights: new Float64Array(columns), outside: 0 });
    this.#returns = new Float64Array(rows);
  }

  /**
   * Rebalances the strategy's portfolio on row `first` of the history and earns the returns of the rows from `first` up
   * to `end` (exclusive).
   */
  step(
    window: TrainWindow,
    { returns, hasGaps = false }: ReturnHistory,
    { first, end }: { first: number; end: number },
  ): void {
    const { trainWindow, drift } = this.#plan;
    const sold: Sale[] = [];
    let { cost } = this.#rebalance(window, first, sold);
    for (let t = first; t < end; t++, cost = 0) {
      const ended = hasGaps ? this.#sellEnded(row(returns, t), { t, sold }) : 0;
      const carry = this.#strategy.carry?.(this.#portfolio.weights) ?? 0;
      const earned = hasGaps ? row(returns, t).map((value) => Number.isNaN(value) ? 0 : value) : row(returns, t);
      this.#returns[t - trainWindow] = this.#portfolio.earn(earned, { cost: cost + ended + carry, drift });
    }
  }

  /** Sells the holdings without a return in a row, and returns the cost as a fraction of wealth. */
  #sellEnded(returns: Float64Array, { t, sold }: { t: number; sold: Sale[] }): number {
    let cost = 0;
    returns.forEach((value, asset) => {
      if (!Number.isNaN(value)) return;
      const size = this.#portfolio.sell(asset);
      if (size > 0) sold.push({ asset, row: t });
      cost += this.#costRate * size;
    });
    return cost;
  }

  get key(): string {
    return this.#strategy.key;
  }

  result(): WalkedStrategy {
    return { key: this.key, returns: this.#returns, rebalances: this.#rebalances };
  }

  #rebalance(window: TrainWindow, first: number, sold: readonly Sale[]): Rebalance {
    const portfolio = this.#portfolio;
    const holdings = this.#hasHoldings ? { weights: portfolio.weights, outside: portfolio.outside } : null;
    const { status, detail, weights } = portfolio.isRuined
      ? RUINED
      : this.#strategy.rebalance(window, { holdings, warmStart: this.#warmStart });
    const traded = weights === null ? { turnover: 0, cost: 0 } : portfolio.rebalance(weights, this.#costRate);
    const rebalance: Rebalance = {
      row: first,
      status,
      detail: weights === null ? whyUnchanged(detail, holdings) : detail,
      isChosen: weights !== null,
      ...traded,
      weights: portfolio.weights,
      ...window.members === undefined ? {} : { members: window.members },
      sold,
      measures: this.#strategy.measure(window, portfolio.weights),
    };
    if (weights !== null) {
      this.#warmStart = weights;
      this.#hasHoldings = true;
    }
    this.#rebalances.push(rebalance);
    return rebalance;
  }
}
