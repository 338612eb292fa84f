import type { HeadedColumn } from "./headed_column.ts";
import { exactHeadingOf, isComputed, isWeakLevel, plainHeading } from "./heading.ts";

/** A heading such as `Close_ALFA`, as the name of an asset and its field. */
export interface SplitHeading {
  readonly name: string;
  readonly field: string;
}

/** Ways to cut a heading in two at a mark. */
type Cuts = (heading: string) => readonly (readonly [left: string, right: string])[];

/** Marks between a field and a name. The blank comes last, because names have blanks too. */
const MARKS = ["_", "|", "·", ":", "/", " - ", ".", "-", " "];
/** Longest heading in which a field is looked for. */
const MOST_LETTERS = 200;
const IN_BRACKETS = /^(.+?)\s*[([](.+)[)\]]$/;
const IN_TUPLE = /^\((['"])(.+)\1, ?(['"])(.+)\3\)$/;
/** Words in brackets that name no asset. */
const UNITS = /^(inr|usd|eur|gbp|gbx|jpy|chf|cad|aud|rs\.?|rupees|₹|\$|€|£|¥|lakhs?|lacs?|crores?|cr\.?|%)$/i;

/**
 * Splits headings that name both an asset and a field, such as `Close_ALFA`, `ALFA Close` or `('Close', 'ALFA')`. All
 * of them must be split by one mark and have the field on one side; null where they are not, or where the parts may as
 * well be names of assets: there must be a close among several fields of one asset, or closes alone.
 */
export function flattened(columns: readonly HeadedColumn[]): readonly SplitHeading[] | null {
  const headings = columns.flatMap(({ name }) => name === "" ? [] : [name]);
  if (headings.length === 0 || headings.some((heading) => exactHeadingOf(heading) !== null)) return null;
  const ways = [inTuple, inBrackets, ...MARKS.map((mark) => (heading: string) => cutsAt(heading, mark))];
  for (const cuts of ways) {
    for (const side of ["left", "right"] as const) {
      const all = splitAll(headings, cuts, side);
      if (all !== null && areFieldsOfAssets(all)) return all;
    }
  }
  return null;
}

/** Splits all headings; null where one has no field, which in most files is the first. */
function splitAll(headings: readonly string[], cuts: Cuts, side: "left" | "right"): readonly SplitHeading[] | null {
  const all: SplitHeading[] = [];
  for (const heading of headings) {
    const one = heading.length > MOST_LETTERS ? null : splitAt(cuts(heading), side);
    if (one === null) return null;
    all.push(one);
  }
  return all;
}

/** Returns the cut of a heading whose field, on one side, is the longest; null where there is none. */
function splitAt(cuts: ReturnType<Cuts>, side: "left" | "right"): SplitHeading | null {
  const found = cuts.map(([left, right]) =>
    side === "left" ? { field: left, name: right } : { field: right, name: left }
  )
    .filter(({ field, name }) => name !== "" && !/^[([].*[)\]]$/.test(name) && isField(field));
  return found.reduce<SplitHeading | null>(
    (longest, one) => longest === null || one.field.length > longest.field.length ? one : longest,
    null,
  );
}

function isField(text: string): boolean {
  const heading = exactHeadingOf(text);
  return heading === "close" || heading === "adjusted" || heading === "level" || heading === "figure" ||
    isComputed(text);
}

function areFieldsOfAssets(all: readonly SplitHeading[]): boolean {
  const isClose = ({ field }: SplitHeading): boolean => ["close", "adjusted"].includes(exactHeadingOf(field) ?? "");
  if (all.every(isClose)) {
    return !areOfUnits(all) && new Set(all.map(keyOf)).size === all.length;
  }
  const names = new Set(all.map(({ name }) => name)), fields = new Set(all.map(({ field }) => plainHeading(field)));
  if (fields.size < 2 || names.size === all.length) return false;
  const hasPrice = all.some((one) =>
    isClose(one) || (exactHeadingOf(one.field) === "level" && !isWeakLevel(one.field))
  );
  return hasPrice || fields.has("volume") || fields.has("bid");
}

function keyOf({ name, field }: SplitHeading): string {
  return `${plainHeading(field)} ${name}`;
}

/** Whether headings were split from units such as `INR` instead of names, so that they are of one asset. */
export function areOfUnits(all: readonly SplitHeading[]): boolean {
  return all.every(({ name }) => UNITS.test(name));
}

function inTuple(heading: string): ReturnType<Cuts> {
  const [, , left = "", , right = ""] = IN_TUPLE.exec(heading) ?? [];
  return left === "" ? [] : [[left.trim(), right.trim()]];
}

function inBrackets(heading: string): ReturnType<Cuts> {
  const [, left = "", right = ""] = IN_BRACKETS.exec(heading) ?? [];
  return left === "" ? [] : [[left.trim(), right.trim()]];
}

function cutsAt(heading: string, mark: string): ReturnType<Cuts> {
  const cuts: (readonly [string, string])[] = [];
  for (let at = heading.indexOf(mark); at >= 0; at = heading.indexOf(mark, at + mark.length)) {
    cuts.push([heading.slice(0, at).trim(), heading.slice(at + mark.length).trim()]);
  }
  return cuts;
}
