import { DomainError } from "../domain/errors.ts";
import { Stopped } from "../domain/stopped.ts";
import { shouldStop } from "../kernels/stop_flag.ts";
import type { StartingHoldings } from "../simulation/backtest/drifting_portfolio.ts";
import { type WalkedStrategy, walkForward } from "../simulation/backtest/walk_forward.ts";
import { rebalancesOf } from "../simulation/backtest/walk_forward_plan.ts";
import { type BacktestRequest, walkForwardPlanOf, whyNoStretch } from "../request/parts/backtest.ts";
import type { BacktestSection } from "../documents/backtest_section.ts";
import type { ComputationContext } from "./computation.ts";
import { describeBacktest } from "./describe_backtest.ts";
import type { OptimizationInputs } from "./optimization_inputs.ts";
import { benchmarkGap } from "./benchmark_gap.ts";
import { startingWeightOutside, startingWeights } from "./problem_of.ts";
import type { RunError } from "./run_error.ts";
import { solveAhead } from "./solve_ahead.ts";
import { Strategies } from "./strategies.ts";
import { walkedHistory } from "./walked_history.ts";

/** Type of the inputs of a backtest: the inputs of its run, and the backtest's own request. */
export interface BacktestInputs extends OptimizationInputs {
  readonly backtest: BacktestRequest;
}

/** Result of a backtest: its section in the result document, and an error if no method ever found weights. */
export interface WalkedMethods {
  readonly section: BacktestSection;
  readonly error: RunError | null;
  /** Unexpected errors in a backtest, for the log: only the first one of each method and measure. */
  readonly inside: readonly string[];
}

/**
 * Computes a walk-forward backtest of methods on the history of a run, and a large one together with idle workers.
 * Throws `insufficient_history` if the history is missing or too short.
 */
export const backtest = {
  async compute(inputs: BacktestInputs, { progress, ...context }: ComputationContext): Promise<WalkedMethods> {
    const onRebalance = (done: number, total: number): void =>
      progress({ phase: "rolling_backtest", fraction: done / total, until: (done + 1) / total });
    return await walkMethods(inputs, onRebalance, context);
  },
};

/** Computes a walk-forward backtest. `onRebalance` receives at each rebalance of a method how many are done. */
export async function walkMethods(
  inputs: BacktestInputs,
  onRebalance: (done: number, total: number) => void,
  context: Pick<ComputationContext, "kernels" | "helpers">,
): Promise<WalkedMethods> {
  const { request, backtest } = inputs, { kernels } = context;
  if (inputs.history === null) {
    throw new DomainError("insufficient_history", "Cannot backtest without a history of returns");
  }
  const noStretch = whyNoStretch(backtest, (inputs.history.available ?? inputs.history).dates);
  if (noStretch !== null) throw new DomainError("insufficient_history", noStretch.detail);
  const history = walkedHistory(inputs.history, backtest), gap = benchmarkGap(backtest, request, history);
  if (gap !== null) throw new DomainError("insufficient_history", gap);
  const plan = walkForwardPlanOf(backtest);
  const total = rebalancesOf(plan, history.returns.rows) * backtest.methods.length;
  let done = 0;
  const begin = (): void => {
    if (shouldStop()) throw new Stopped();
    onRebalance(done++, total);
  };
  const ahead = await solveAhead({ request, history, backtest }, begin, context);
  const strategies = new Strategies({ request, history, backtest }, kernels);
  const walked = walkForward(history, backtest.methods.map((choice) => ahead.of(strategies.of(choice))), plan, {
    starting: startingHoldings(request),
    onRebalance(key) {
      if (!ahead.has(key)) begin();
    },
  });
  return {
    section: describeBacktest({ request, history, backtest }, walked, kernels),
    error: errorOf(walked),
    inside: [...new Map([...strategies.inside, ...ahead.inside]).values()],
  };
}

/**
 * Returns the starting portfolio of a run: the weights of the run's assets, and the sum of the absolute weights of
 * other assets. Returns null if the run starts from cash.
 */
function startingHoldings(
  { assets, starting_portfolio: portfolio }: OptimizationInputs["request"],
): StartingHoldings | null {
  return portfolio === undefined ? null : {
    weights: startingWeights(assets, portfolio),
    outside: startingWeightOutside(assets, portfolio),
  };
}

/** Returns the error of a backtest in which no method ever chose weights; null if one did. */
function errorOf(walked: readonly WalkedStrategy[]): RunError | null {
  if (walked.some(({ rebalances }) => rebalances.some(({ isChosen }) => isChosen))) return null;
  const reasons = walked.map(({ key, rebalances: [first] }) => `${key}: ${first.detail}`);
  const detail = `No method found weights at any rebalance; at the first rebalance, ${reasons.join("; ")}`;
  return { code: "methods_failed", detail, conflict: null };
}
