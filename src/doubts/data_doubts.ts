import type { Doubt } from "../domain/doubt.ts";
import type { AssetMove } from "./jump_doubts.ts";
import { neverChanges } from "./kinds/never_changes.ts";
import { rowsDropped } from "./kinds/rows_dropped.ts";
import { sessionAbsent } from "./kinds/session_absent.ts";
import { unitChanged } from "./kinds/unit_changed.ts";
import { valuesFilled } from "./kinds/values_filled.ts";

/** What the alignment and the cleaning of a history found, as in the field `data` of a result. */
export interface FoundInData {
  readonly dropped: readonly Span[];
  readonly filled: readonly (Omit<Span, "reason" | "assets"> & { readonly asset: string })[];
  /** Assets whose return never changes. */
  readonly constant: readonly string[];
  readonly jumps: readonly AssetMove[];
}

interface Span {
  readonly reason: string;
  readonly assets: readonly string[];
  readonly days: number;
  readonly first: string;
  readonly last: string;
}

/** Returns the doubts about what was dropped from a history, filled or converted, and about what never changes. */
export function dataDoubts({ dropped, filled, constant, jumps }: FoundInData): readonly Doubt[] {
  return [
    ...unitDoubts(jumps),
    ...droppedDoubts(dropped),
    ...filled.length === 0
      ? []
      : [valuesFilled.about(filled.map(({ asset }) => asset), { values: daysIn(filled), ...spanOf(filled) })],
    ...constant.length === 0 ? [] : [neverChanges.about(constant, { assets: constant.length })],
  ];
}

/** Rows of these reasons are told for each asset, because it decides for all others. */
const OF_ONE_ASSET = new Set(["starts_later", "ends_earlier"]);

/** Places of one reason are told one by one up to this number, and together from then on. */
const MOST_PLACES = 5;

function droppedDoubts(dropped: readonly Span[]): readonly Doubt[] {
  const byReason = Map.groupBy(dropped, ({ reason, assets }) => OF_ONE_ASSET.has(reason) ? reason + assets : reason);
  return [...byReason.values()].flatMap((spans) =>
    spans.length > MOST_PLACES ? [droppedTogether(spans)] : spans.map((span) => droppedTogether([span]))
  );
}

function droppedTogether(spans: readonly Span[]): Doubt {
  const [{ reason }] = spans, rows = daysIn(spans), span = spanOf(spans);
  if (reason === "absent") return sessionAbsent.about([], { sessions: rows, ...span });
  const assets = distinct(spans.flatMap(({ assets }) => assets));
  return rowsDropped.about(assets, { reason, rows, places: spans.length, ...span });
}

/** Returns one note for each fund whose unit changed, about its first change. Other jumps are those of `jumpDoubts`. */
function unitDoubts(jumps: readonly AssetMove[]): readonly Doubt[] {
  const byAsset = Map.groupBy(jumps.filter(({ kind }) => kind === "unit_change"), ({ asset }) => asset);
  return [...byAsset.values()].map(([{ asset, date, return: move }, ...more]) =>
    unitChanged.about([asset], { date, return: move, moves: 1 + more.length })
  );
}

function daysIn(spans: readonly Pick<Span, "days">[]): number {
  return spans.reduce((sum, { days }) => sum + days, 0);
}

function spanOf(spans: readonly Pick<Span, "first" | "last">[]): { first: string; last: string } {
  return {
    first: spans.reduce((least, { first }) => first < least ? first : least, spans[0].first),
    last: spans.reduce((most, { last }) => last > most ? last : most, spans[0].last),
  };
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
