import type { Insight } from "./dashboard.ts";

/** Part of the page of a run that speaks of what an insight is about. */
const TABS: Readonly<Record<Insight["kind"], string | null>> = {
  concentration: null,
  stale_data: "data",
  beaten_by_equal_weight: "backtest",
  unused_starting_portfolio: "orders",
  doubtful_data: "data",
};

/** Returns the address of what an insight speaks of: a part of the page of its run, with its method. */
export function insightPlace({ kind, run_ids, detail }: Pick<Insight, "kind" | "run_ids" | "detail">): string {
  const query = new URLSearchParams();
  const tab = TABS[kind] ?? null;
  if (tab !== null) query.set("tab", tab);
  if (typeof detail.key === "string") query.set("method", detail.key);
  const text = query.toString();
  return `/app/runs/${run_ids[0] ?? ""}${text === "" ? "" : `?${text}`}`;
}
