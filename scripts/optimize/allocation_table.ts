import type { MethodResult } from "../../src/documents/run_result.ts";
import { amountCell, numberCell, percentCell, textTable } from "./text_table.ts";

/** Largest number of rows that the table of an allocation shows. */
const MOST_ROWS = 25;

/** Returns a number of shares with up to three decimals, because funds have fractional units. */
const sharesCell = (shares: number): string => shares.toLocaleString("en-US", { maximumFractionDigits: 3 });

/**
 * Returns a text table for each allocation: the whole lots that the capital buys. Empty where the request asked for
 * none.
 */
export function allocationTable(methods: readonly Pick<MethodResult, "key" | "weights" | "allocation">[]): string {
  return methods.flatMap((method) => method.allocation === null ? [] : [tableOf(method, method.allocation)]).join("\n");
}

function tableOf(
  { key, weights }: Pick<MethodResult, "key" | "weights">,
  { shares, invested, cash, weights: held, currency, gap }: NonNullable<MethodResult["allocation"]>,
): string {
  const named = Object.entries(shares)
    .filter(([asset, count]) => count !== 0 || Math.abs(weights?.[asset] ?? 0) > 5e-5)
    .sort(([a], [b]) => Math.abs(held[b] ?? 0) - Math.abs(held[a] ?? 0));
  const rows = named.slice(0, MOST_ROWS).map(([asset, count]) => [
    asset,
    sharesCell(count),
    percentCell(weights?.[asset]),
    percentCell(held[asset]),
  ]);
  const table = textTable([[`lots of ${key}`, "shares", "wanted", "held"], ...rows]);
  const rest = named.length > MOST_ROWS ? `… and ${named.length - MOST_ROWS} more\n` : "";
  const unit = currency === null ? "" : ` ${currency}`;
  const proof = gap === 0
    ? "no other lots are closer"
    : `other lots may be closer by ${numberCell(1e6 * gap)} millionths`;
  return `${table}${rest}invested ${amountCell(invested)}${unit}, cash ${amountCell(cash)}${unit}; ${proof}\n`;
}
