import type { Program } from "./program.ts";

/** Returns 1 for the variables of hinges and running maxima, also for those of drawdowns if asked for, 0 for others. */
export function settledVariables(
  { size, hinges: { variable }, maxima, drawdowns }: Program,
  { alsoDrawdowns = false }: { readonly alsoDrawdowns?: boolean } = {},
): Uint8Array {
  const isSettled = new Uint8Array(size);
  for (let h = 0; h < variable.length; h++) isSettled[variable[h]] = 1;
  for (const { offset, count } of maxima) isSettled.fill(1, offset, offset + count);
  if (alsoDrawdowns) { for (const { offset, count } of drawdowns) isSettled.fill(1, offset, offset + count); }
  return isSettled;
}
