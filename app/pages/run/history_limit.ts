import { day } from "../../format/day.ts";
import type { RunResult } from "./run_documents.ts";

type Dropped = NonNullable<RunResult["data"]>["dropped"][number];

/**
 * Returns how assets with a short history limit that of all, as the end of a sentence about them: the first and last
 * day of what was dropped are days without their values. Null for days that were dropped for another reason.
 */
export function historyLimit(
  { reason, assets, first, last }: Pick<Dropped, "reason" | "assets" | "first" | "last">,
): string | null {
  const has = assets.length === 1 ? "has" : "have";
  if (reason === "starts_later") return `${has} no value up to ${day(last)}`;
  return reason === "ends_earlier" ? `${has} no value from ${day(first)} on` : null;
}
