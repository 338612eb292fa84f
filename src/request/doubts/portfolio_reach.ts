import { z } from "zod";
import type { Constraints } from "../parts/constraints.ts";

/** Type of how far the budget and the exposures of a set of rules let weights go. */
export interface PortfolioReach {
  readonly short: boolean;
  /** Largest sum of weights; 1 where the budget looks like one in percent. */
  readonly budget: number;
  /** Largest weight, or sum of some weights, infinite if the rules leave it open. */
  readonly long: number;
  /** Largest size of a negative weight, or of a sum of some. */
  readonly shortest: number;
}

const shape = z.object({
  budget: z.object({ min: z.number().optional(), max: z.number().optional() }).optional(),
  exposure: z.object({
    short: z.boolean().optional(),
    gross_max: z.number().optional(),
    long_max: z.number().optional(),
    short_max: z.number().optional(),
  }).optional(),
});

/** Smallest budget or exposure that is read as one in percent. */
export const LEAST_PERCENT_OF_ALL = 20;

/** Returns how far the budget and the exposures of rules let weights go, after numbers in percent are read as such. */
export function reachOf(constraints: Constraints): PortfolioReach {
  const { budget: sums = { min: 1, max: 1 }, exposure = {} } = shape.safeParse(constraints).data ?? {};
  const budget = asFraction(sums.max ?? Infinity);
  const short = exposure.short === true;
  const gross = asFraction(exposure.gross_max ?? Infinity), longMax = asFraction(exposure.long_max ?? Infinity);
  if (!short) return { short, budget, long: Math.min(budget, gross, longMax), shortest: 0 };
  const sold = asFraction(exposure.short_max ?? Infinity);
  const long = Math.min(longMax, gross, (gross + budget) / 2, budget + sold);
  return { short, budget, long, shortest: Math.min(sold, gross, long - (sums.min ?? -Infinity)) };
}

function asFraction(size: number): number {
  return size >= LEAST_PERCENT_OF_ALL && Number.isFinite(size) ? size / 100 : size;
}
