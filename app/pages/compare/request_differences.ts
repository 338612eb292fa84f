import { isList, isObject, isSame, type Json } from "../new/json.ts";

/** A place at which requests differ, with the value of each; undefined where a request has none. */
export interface Difference {
  /** Names on the way to the place, for example `constraints`, `weight_bounds`, `max`. */
  readonly path: readonly string[];
  readonly values: readonly (Json | undefined)[];
}

/** Items of a list of numbers above which the list counts as one value: nobody reads a history number by number. */
const LONGEST_LIST = 20;
/** Fields by which items of a list are told apart, the first that an item has. */
const IDENTITIES = ["key", "method", "name", "scheme_code", "asset", "group", "factor", "id"] as const;
/** Members that say nothing about how a run is computed. */
const NO_DIFFERENCE = new Set(["name"]);

/**
 * Returns the places at which requests differ, in the order of the first request that has each. Items of lists are
 * compared by what they are called, so that an asset more does not move all that follow it.
 */
export function requestDifferences(requests: readonly Json[]): readonly Difference[] {
  const found: Difference[] = [];
  compare(requests, [], found);
  return found;
}

function compare(values: readonly (Json | undefined)[], path: readonly string[], found: Difference[]): void {
  const [first] = values;
  if (values.every((value) => isSame(first, value))) return;
  const parts = values.map(partsOf);
  const names = new Set(parts.flatMap((part) => [...part?.keys() ?? []]));
  // A value that has no parts in some request is shown as a whole.
  if (names.size === 0 || parts.some((part) => part === null)) return void found.push({ path, values });
  for (const name of names) {
    if (path.length === 0 && NO_DIFFERENCE.has(name)) continue;
    compare(parts.map((part) => part?.get(name)), [...path, name], found);
  }
}

/** Returns the parts of a value by their names, none of a missing one; null for a value without parts. */
function partsOf(value: Json | undefined): ReadonlyMap<string, Json> | null {
  if (value === undefined) return new Map();
  if (isObject(value)) return new Map(Object.entries(value));
  if (!isList(value)) return null;
  if (value.length > LONGEST_LIST && value.every((item) => typeof item === "number" || item === null)) return null;
  const parts = new Map<string, Json>();
  for (const [index, item] of value.entries()) {
    const name = nameOfItem(item) ?? String(index + 1);
    parts.set(parts.has(name) ? `${name} (${index + 1})` : name, isNamedByItself(item, name) ? true : item);
  }
  return parts;
}

function nameOfItem(item: Json): string | null {
  if (typeof item === "string") return item;
  if (!isObject(item)) return null;
  if (typeof item.ticker === "string") return `${item.exchange}:${item.ticker}`;
  const field = IDENTITIES.find((field) => typeof item[field] === "string" || typeof item[field] === "number");
  return field === undefined ? null : String(item[field]);
}

/** Whether an item says nothing more than its name, as a method without parameters does. */
function isNamedByItself(item: Json, name: string): boolean {
  if (!isObject(item)) return typeof item === "string";
  return typeof item.ticker === "string" || Object.values(item).every((value) => String(value) === name);
}

/** Returns a value of a request for a person: short, and with the count of what is too long to show. */
export function valueInWords(value: Json | undefined): string {
  if (value === undefined || value === null) return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (isList(value) && value.length > LONGEST_LIST) return `${value.length} values`;
  const text = JSON.stringify(value);
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}

const LONGEST_TEXT = 80;
