import { DomainError } from "../../domain/errors.ts";
import { type Matrix, matrix, row } from "../../domain/matrix.ts";
import type { SolutionStatus } from "../../domain/solution_status.ts";
import type { Solution } from "../../optimization/solution.ts";
import { DriftingPortfolio, type StartingHoldings } from "./drifting_portfolio.ts";
import { rebalancesOf, type WalkForwardPlan, whyWindowTooLong } from "./walk_forward_plan.ts";

/** Rows of returns, with those of the benchmark and of factors on the same dates. */
export interface ReturnHistory {
  readonly dates: readonly string[];
  /** Dates × assets, simple returns. */
  readonly returns: Matrix;
  readonly benchmark: Float64Array | null;
  /** Dates × factors. */
  readonly factors: Matrix | null;
}

/** What a strategy knows of itself at a rebalance. */
export interface StrategyState {
  /** Drifted weights; null at the first rebalance of a portfolio that starts from cash. */
  readonly holdings: StartingHoldings | null;
  /** Its weights of the window before; null where there are none. */
  readonly warmStart: Float64Array | null;
}

/** Chooses weights from a window. The window of one date is one object for all strategies. */
export interface Strategy {
  readonly key: string;
  rebalance(window: ReturnHistory, state: StrategyState): Pick<Solution, "status" | "detail" | "weights">;
  /**
   * Measures of the weights that are held after a rebalance, by what its window knows; null where one is not defined.
   */
  measure(window: ReturnHistory, weights: Float64Array): Readonly<Record<string, number | null>>;
}

/** One rebalance of a strategy. */
export interface Rebalance {
  /** Of the history: the first return that is earned with its weights. */
  readonly row: number;
  /** Held from this row's return on. */
  readonly weights: Float64Array;
  /** Whether the strategy chose them; else they are those that were held before, drifted. */
  readonly isChosen: boolean;
  /** One-way. */
  readonly turnover: number;
  /** A fraction of the wealth before it, taken from this row's return. */
  readonly cost: number;
  readonly status: SolutionStatus;
  readonly detail: string | null;
  /** Of the weights, by the strategy. */
  readonly measures: ReturnType<Strategy["measure"]>;
}

/** What came of a strategy, a row per period from the first rebalance on. */
export interface WalkedStrategy {
  readonly key: string;
  /** After costs. */
  readonly returns: Float64Array;
  readonly rebalances: readonly Rebalance[];
}

export interface WalkForwardContext {
  /** Null: every strategy starts from cash. */
  readonly starting: StartingHoldings | null;
  /** Called before each rebalance of a strategy, date by date; what it throws ends the walk. */
  onRebalance(done: number, total: number): void;
}

/**
 * Walks strategies through a history out of sample: on row t of a rebalance the window ends at t - 1, the new weights
 * earn from the return of t on, and their cost, (costBps + slippageBps) / 10,000 times the sum of the sizes of all
 * changes from the drifted weights, is taken from that return. The first rebalance is on row `trainWindow`. Throws
 * `insufficient_history` where no row is left after the first window.
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
  const total = rebalancesOf(plan, rows) * strategies.length;
  const walks = strategies.map((strategy) => new Walk(strategy, { rows: rows - trainWindow, columns, plan, context }));
  for (let first = trainWindow, done = 0; first < rows; first += rebalanceEvery) {
    const window = windowBefore(history, first, plan);
    const end = Math.min(first + rebalanceEvery, rows);
    for (const walk of walks) {
      context.onRebalance(done++, total);
      walk.step(window, history.returns, { first, end });
    }
  }
  return walks.map((walk) => walk.result());
}

/** A copy of the rows that a rebalance on row `end` may know: nothing later can be reached from it. */
function windowBefore(history: ReturnHistory, end: number, plan: WalkForwardPlan): ReturnHistory {
  const { dates, returns, benchmark, factors } = history;
  const start = plan.expanding ? 0 : end - plan.trainWindow;
  const rowsOf = ({ columns, data }: Matrix): Matrix =>
    matrix(end - start, columns, data.slice(start * columns, end * columns));
  return {
    dates: dates.slice(start, end),
    returns: rowsOf(returns),
    benchmark: benchmark && benchmark.slice(start, end),
    factors: factors && rowsOf(factors),
  };
}

const RUINED = { status: "failed", detail: "Nothing is left to invest", weights: null } as const;

/** Why a strategy has no weights, and what that means for the portfolio. */
function whyUnchanged(detail: string | null, holdings: StartingHoldings | null): string {
  if (detail === RUINED.detail) return detail;
  const left = holdings === null ? "all stays in cash" : "what is held stays as it is";
  return `${detail ?? "The method has no answer"}; ${left}`;
}

/** One strategy on its way. */
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

  /** Rebalances on row `first` and earns the returns up to `end`. */
  step(window: ReturnHistory, returns: Matrix, { first, end }: { first: number; end: number }): void {
    const { trainWindow, drift } = this.#plan;
    let { cost } = this.#rebalance(window, first);
    for (let t = first; t < end; t++, cost = 0) {
      this.#returns[t - trainWindow] = this.#portfolio.earn(row(returns, t), { cost, drift });
    }
  }

  result(): WalkedStrategy {
    return { key: this.#strategy.key, returns: this.#returns, rebalances: this.#rebalances };
  }

  #rebalance(window: ReturnHistory, first: number): Rebalance {
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
