import type { Program } from "./program.ts";

/** Whether a program has running maxima or drawdowns, whose variables each depend on the one before. */
export function hasChain({ maxima, drawdowns }: Program): boolean {
  return maxima.length + drawdowns.length > 0;
}
