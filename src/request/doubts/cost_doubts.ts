import { z } from "zod";
import type { Doubt } from "../../domain/doubt.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { costLimitUnit } from "../../doubts/kinds/cost_limit_unit.ts";
import { largeCost } from "../../doubts/kinds/large_cost.ts";
import { costInFractions } from "../../doubts/kinds/cost_in_fractions.ts";
import { limitNeverBinds } from "../../doubts/kinds/limit_never_binds.ts";
import type { OptimizationRequest } from "../optimization_request.ts";
import type { Constraints } from "../parts/constraints.ts";
import { reachOf } from "./portfolio_reach.ts";
import type { RequestFacts } from "./request_facts.ts";
import { ruleSetsOf } from "./rule_sets.ts";

/** Cost that is a tenth of what is traded. */
const LARGE = 1_000;
/** Costs above 0 below which a percentage is meant, and below which a fraction is. */
const PERCENT_BELOW = 0.5, FRACTION_BELOW = 0.05;
const costShape = z.object({
  bps: z.number(),
  assets: z.record(z.string(), z.number()),
  max: z.number().optional(),
});
const shape = z.object({ transaction_costs: costShape });
/** Largest sum of all costs that is taken as a fraction of the portfolio whatever they can come to. */
const LARGE_SUM = 0.05;

/** Doubts costs in basis points that look like fractions or percentages, and limits on costs in another unit. */
export function costDoubts({ request }: RequestFacts): readonly Doubt[] {
  const { rolling_backtest: backtest } = request;
  return [
    ...ruleSetsOf(request).flatMap(({ constraints, pointer }) => {
      const costs = shape.safeParse(constraints).data?.transaction_costs;
      if (costs === undefined) return [];
      const at = `${pointer}/transaction_costs`;
      const odd = Object.entries(costs.assets).find(([, bps]) => isSmall(bps) || bps >= LARGE);
      return [
        ...doubted(`${at}/bps`, costs.bps, []),
        ...costs.max === undefined ? [] : limitDoubts(`${at}/max`, costs.max, costReach(costs, constraints, request)),
        ...odd === undefined ? [] : doubted(at + jsonPointer("assets", odd[0]), odd[1], [odd[0]]),
      ];
    }),
    ...doubted("/rolling_backtest/cost_bps", backtest?.cost_bps ?? 0, []),
    ...doubted("/rolling_backtest/slippage_bps", backtest?.slippage_bps ?? 0, []),
  ];
}

/** Returns the largest cost of all trades that the rules allow. */
function costReach(
  { bps, assets }: z.output<typeof costShape>,
  constraints: Constraints,
  { starting_portfolio: start = {} }: Pick<OptimizationRequest, "starting_portfolio">,
): number {
  const { long, shortest } = reachOf(constraints);
  const held = Object.values(start).reduce((sum, weight) => sum + Math.abs(weight), 0);
  return Math.max(bps, ...Object.values(assets)) / 10_000 * (long + shortest + held);
}

function limitDoubts(pointer: string, limit: number, reach: number): readonly Doubt[] {
  const most = Math.min(reach, 1);
  if (limit <= most * (1 + 1e-9)) return [];
  const told = (number: number): number => Number(number.toPrecision(12));
  if (limit < LARGE_SUM) return [limitNeverBinds.about([], { pointer, limit, reach: told(most), alike: 0 })];
  const meant = { meant: told(limit / 10_000), or_meant: told(limit / 100) };
  return [costLimitUnit.about([], { pointer, limit, reach: told(most), ...meant })];
}

function isSmall(bps: number): boolean {
  return bps > 0 && bps < PERCENT_BELOW;
}

function doubted(pointer: string, bps: number, assets: readonly string[]): readonly Doubt[] {
  if (bps >= LARGE) return [largeCost.about(assets, { pointer, bps, meant: bps / 100, factor: 100 })];
  if (!isSmall(bps)) return [];
  const factor = bps < FRACTION_BELOW ? 10_000 : 100;
  return [costInFractions.about(assets, { pointer, bps, meant: Number((bps * factor).toPrecision(12)), factor })];
}
