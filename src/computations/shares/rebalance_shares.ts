import { Stopped } from "../../domain/stopped.ts";
import { shouldStop } from "../../kernels/stop_flag.ts";
import { walkForwardPlanOf } from "../../request/parts/backtest.ts";
import type { MethodChoice } from "../../request/parts/methods.ts";
import type { Solution } from "../../optimization/solution.ts";
import { type Strategy, windowBefore } from "../../simulation/backtest/walk_forward.ts";
import { rebalanceRowsOf } from "../../simulation/backtest/walk_forward_plan.ts";
import { Strategies, type StrategyInputs } from "../strategies.ts";
import type { ShareKind, ShareTypes } from "./share_kind.ts";

/**
 * Number of successive rebalances that are one share. The first of them does not start from the weights of the one
 * before it, so weights depend on this number by their last digits, and never on the number of workers.
 */
export const REBALANCES_OF_SHARE = 8;

/** What the blocks of a walk-forward backtest have in common. */
export interface RebalanceShareBasis extends StrategyInputs {
  /** Methods whose rebalances do not depend on what is held. */
  readonly choices: readonly MethodChoice[];
}

/** A rebalance that was solved before the walk, with the measures of its weights; none if it has no weights. */
export interface SolvedRebalance extends Pick<Solution, "status" | "detail" | "weights"> {
  readonly measures: ReturnType<Strategy["measure"]>;
}

/** The rebalances of a share, in order: for each date those of all methods. */
export interface SolvedRebalances {
  readonly solved: readonly (readonly SolvedRebalance[])[];
  /** Unexpected errors by the part they are in, only the first one of each. */
  readonly inside: ReadonlyMap<string, string>;
}

interface RebalanceShareTypes extends ShareTypes {
  readonly basis: RebalanceShareBasis;
  readonly output: SolvedRebalances;
}

/** A walk-forward backtest by blocks of successive rebalances of the methods that do not look at what is held. */
export const rebalanceShares: ShareKind<RebalanceShareTypes> = {
  id: "rebalances",
  begin({ choices, ...inputs }, kernels) {
    const { history } = inputs, plan = walkForwardPlanOf(inputs.backtest);
    const rows = rebalanceRowsOf(plan, history.returns.rows);
    return (share) => {
      const strategies = new Strategies(inputs, kernels);
      const starts = choices.map((choice) => startOf(strategies.of(choice)));
      const first = share * REBALANCES_OF_SHARE;
      const solved = rows.slice(first, first + REBALANCES_OF_SHARE).map((row) => {
        if (shouldStop()) throw new Stopped();
        const window = windowBefore(history, row, plan);
        return starts.map((solve) => solve(window));
      });
      return { solved, inside: strategies.inside };
    };
  },
};

/** Returns a function that solves successive rebalances of a strategy, each from the weights of the one before it. */
function startOf(strategy: Strategy): (window: Parameters<Strategy["rebalance"]>[0]) => SolvedRebalance {
  let warmStart: Float64Array | null = null;
  return (window) => {
    const { status, detail, weights } = strategy.rebalance(window, { holdings: null, warmStart });
    warmStart = weights ?? warmStart;
    return { status, detail, weights, measures: weights === null ? {} : strategy.measure(window, weights) };
  };
}
