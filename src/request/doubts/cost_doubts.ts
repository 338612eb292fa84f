import { z } from "zod";
import type { Doubt } from "../../domain/doubt.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { largeCost } from "../../doubts/kinds/large_cost.ts";
import { costInFractions } from "../../doubts/kinds/cost_in_fractions.ts";
import type { RequestFacts } from "./request_facts.ts";
import { ruleSetsOf } from "./rule_sets.ts";

/** Cost that is a tenth of what is traded. */
const LARGE = 1_000;
/** Costs above 0 below which a percentage is meant, and below which a fraction is. */
const PERCENT_BELOW = 0.5, FRACTION_BELOW = 0.05;
const shape = z.object({ transaction_costs: z.object({ bps: z.number(), assets: z.record(z.string(), z.number()) }) });

/** Doubts costs in basis points that look like fractions or percentages. */
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
        ...odd === undefined ? [] : doubted(at + jsonPointer("assets", odd[0]), odd[1], [odd[0]]),
      ];
    }),
    ...doubted("/rolling_backtest/cost_bps", backtest?.cost_bps ?? 0, []),
    ...doubted("/rolling_backtest/slippage_bps", backtest?.slippage_bps ?? 0, []),
  ];
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
