import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import { workOfRebalances } from "../request/counted_work.ts";
import { walkForwardPlanOf } from "../request/parts/backtest.ts";
import type { Constraints } from "../request/parts/constraints.ts";
import type { MethodChoice } from "../request/parts/methods.ts";
import type { Strategy, TrainWindow } from "../simulation/backtest/walk_forward.ts";
import { rebalanceRowsOf } from "../simulation/backtest/walk_forward_plan.ts";
import type { ComputationContext } from "./computation.ts";
import { computeShares, SHARED_FROM_WORK } from "./shares/compute_shares.ts";
import { REBALANCES_OF_SHARE, rebalanceShares, type SolvedRebalance } from "./shares/rebalance_shares.ts";
import type { StrategyInputs } from "./strategies.ts";
import { workSizesOf } from "./work_sizes_of.ts";

/** Rebalances of a backtest that are solved before the walk. */
export interface SolvedAhead {
  /** Whether the rebalances of the method with this key are solved. */
  has(key: string): boolean;
  /** Returns a strategy that takes the solved rebalances, and solves no others than it must. */
  of(strategy: Strategy): Strategy;
  /** Unexpected errors by the part they are in, only the first one of each. */
  readonly inside: ReadonlyMap<string, string>;
}

/**
 * Solves the rebalances of a large backtest before the walk, together with idle workers: those of the methods that do
 * not look at what is held. `onRebalance` is called once for each. A small backtest has none solved, because to hand
 * them out takes longer.
 */
export async function solveAhead(
  inputs: StrategyInputs,
  onRebalance: () => void,
  context: Pick<ComputationContext, "kernels" | "helpers">,
): Promise<SolvedAhead> {
  const { request, history, backtest } = inputs, { constraints } = request;
  const choices = backtest.methods.filter((choice) => !looksAtHoldings(choice, constraints));
  const rows = rebalanceRowsOf(walkForwardPlanOf(backtest), history.returns.rows);
  const count = Math.ceil(rows.length / REBALANCES_OF_SHARE);
  const work = workOfRebalances({ ...backtest, methods: choices }, { ...workSizesOf(inputs), constraints });
  if (count < 2 || work < SHARED_FROM_WORK) return NOTHING;
  const onShare = (share: number): void => {
    const dates = rows.slice(share * REBALANCES_OF_SHARE, (share + 1) * REBALANCES_OF_SHARE).length;
    for (let rebalance = 0; rebalance < dates * choices.length; rebalance++) onRebalance();
  };
  const shares = { basis: { request, history, backtest, choices }, count, work, onShare };
  const outputs = await computeShares(rebalanceShares, shares, context);
  const byDate = outputs.flatMap(({ solved }) => solved);
  const rebalances = new Map(choices.map(({ key }, choice) => [
    key,
    new Map(byDate.map((solved, k) => [history.dates[rows[k] - 1], solved[choice]])),
  ]));
  return {
    has: (key) => rebalances.has(key),
    of(strategy) {
      const solved = rebalances.get(strategy.key);
      return solved === undefined ? strategy : solvedBefore(strategy, solved);
    },
    inside: new Map(outputs.toReversed().flatMap(({ inside }) => [...inside])),
  };
}

const NOTHING: SolvedAhead = { has: () => false, of: (strategy) => strategy, inside: new Map() };

/** Whether the weights of a method at a rebalance depend on what is held before it. */
function looksAtHoldings({ method, parameters, constraints }: MethodChoice, ofRun: Constraints): boolean {
  const rules = constraints ?? ofRun;
  return METHODS.get(method)?.needs(parameters).startingPortfolio !== false ||
    [...CONSTRAINT_FAMILIES].some(({ id, ofHoldings = false }) => ofHoldings && rules[id] !== undefined);
}

/** Returns a strategy whose rebalances are solved, by the last date of their train windows. */
function solvedBefore(strategy: Strategy, solved: ReadonlyMap<string, SolvedRebalance>): Strategy {
  const of = ({ dates }: TrainWindow): SolvedRebalance | undefined => solved.get(dates[dates.length - 1]);
  return {
    ...strategy,
    rebalance: (window, state) => of(window) ?? strategy.rebalance(window, state),
    measure(window, weights) {
      const known = of(window);
      const isOfKnown = known?.weights?.every((weight, i) => Object.is(weight, weights[i])) ?? false;
      return known !== undefined && isOfKnown ? known.measures : strategy.measure(window, weights);
    },
  };
}
