import type { OptimizationResult, ResultData } from "../../src/jobs/result.ts";

const MOST_NAMED = 3;
const MOST_DROPPED = 10;

/** Sentences on the data behind a result: its span, what was filled, dropped or never changes. */
export function dataNotes({ data, assets }: Pick<OptimizationResult, "data" | "assets">): readonly string[] {
  if (data === null) return [`${counted(Object.keys(assets).length, "asset")} by their moments`];
  const returns = counted(data.observations, `${data.frequency} return`);
  const span = `${counted(data.assets, "asset")}, ${returns} from ${data.start_date} to ${data.end_date}`;
  return [span, ...droppedNotes(data), ...filledNotes(data), ...constantNotes(data)];
}

function droppedNotes({ dropped }: ResultData): readonly string[] {
  const rest = dropped.slice(MOST_DROPPED);
  const days = rest.reduce((sum, one) => sum + one.days, 0);
  const more = rest.length === 0
    ? []
    : [`dropped ${counted(days, "more row")} in ${counted(rest.length, "other place")}`];
  return [...dropped.slice(0, MOST_DROPPED).map(droppedNote), ...more];
}

const REASONS: Readonly<Record<string, string>> = {
  starts_later: "starts later",
  ends_earlier: "ends earlier",
  missing: "has no price",
};

function droppedNote({ reason, assets, days, first, last }: ResultData["dropped"][number]): string {
  const why = reason in REASONS ? `${named(assets)} ${REASONS[reason]}` : "no asset has a price";
  return `dropped ${counted(days, "row")} from ${first} to ${last}: ${why}`;
}

function filledNotes({ filled }: ResultData): readonly string[] {
  if (filled.length === 0) return [];
  const days = filled.reduce((sum, one) => sum + one.days, 0);
  return [`filled ${counted(days, "missing price")} of ${named(filled.map(({ asset }) => asset))}`];
}

function constantNotes({ constant }: ResultData): readonly string[] {
  return constant.length === 0 ? [] : [`never changes: ${named(constant)}`];
}

function named(assets: readonly string[]): string {
  const distinct = [...new Set(assets)];
  const rest = distinct.length - MOST_NAMED;
  return distinct.slice(0, MOST_NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
