import { z } from "zod";
import { pageOfTable, tablePage, tableText } from "../table.ts";
import { defineTool, READS } from "../tool.ts";

const found = z.object({ items: z.array(z.record(z.string(), z.unknown())) });

type Found = Readonly<Record<string, unknown>>;

const SEARCHES = {
  IN: { operation: "search_india", columns: ["sector", "isin"], idOf: shareOf },
  US: { operation: "search_us", columns: [], idOf: ({ symbol }: Found) => `US:${symbol}` },
  MF: { operation: "search_funds", columns: ["category", "amc"], idOf: fundOf },
} as const;

/** Tool that finds assets by their names or symbols. */
export const searchAssets = defineTool({
  name: "search_assets",
  title: "Search assets",
  description: "Finds shares of India (IN), of the US, or Indian mutual funds (MF) by name or symbol, with their ids.",
  scope: "catalogue:read",
  hints: READS,
  input: z.strictObject({
    query: z.string().min(2).max(200),
    market: z.enum(["IN", "US", "MF"]).default("IN"),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: tablePage,
  async run({ query, market, limit }, { api, signal }) {
    const { operation, columns, idOf } = SEARCHES[market];
    const { items } = found.parse(await api.ask(operation, { query: { q: query, limit: String(limit) } }, signal));
    const rows = items.map((item) => [idOf(item), textIn(item, "name"), ...columns.map((name) => textIn(item, name))]);
    const structured = pageOfTable({ columns: ["id", "name", ...columns], rows }, 1);
    const text = rows.length === 0
      ? `No asset of the market ${market} is found: try another spelling.`
      : tableText(structured);
    return { structured, text };
  },
});

function shareOf({ exchange, symbol }: Found): string {
  return `${exchange}:${symbol}`;
}

function fundOf({ scheme_code }: Found): string {
  return `MF:${scheme_code}`;
}

function textIn(item: Found, name: string): string | null {
  const value = item[name];
  return typeof value === "string" ? value : null;
}
