import type { Fault } from "../domain/errors.ts";
import { nearestWord } from "./nearest_word.ts";

/**
 * Type of a fault whose sentence is written only if the answer lists the fault, because its suggestion of a similar
 * name costs more than finding the fault.
 */
export interface FoundFault {
  readonly pointer: string | (() => string);
  readonly detail: Detail;
}

export type Detail = string | ((suggest: Suggest) => string);

/**
 * Type of a function that returns `, did you mean "…"?` if a known word is close to a mistyped one and the answer has
 * suggestions left, else an empty text.
 */
export type Suggest = (word: string, known: Words) => string;

/**
 * Type of the known words among which a suggestion is looked for: a list, or a function that returns it if collecting
 * the words is slow.
 */
export type Words = readonly string[] | (() => readonly string[]);

/** Largest number of faults that an answer lists. A broken file has a fault in every cell. */
export const MOST_FAULTS = 100;

/**
 * Largest size, in bytes of JSON, of the faults in one answer. Faults contain names that the caller chose, which may be
 * as long as a request body.
 */
export const MOST_FAULT_BYTES = 240 * 1_024;

/** Largest number of characters of the JSON pointer of a fault that would otherwise not fit into an answer. */
const LONGEST_POINTER = 1_024;

/**
 * Largest number of suggestions of similar names in an answer. It is small because each suggestion compares a name with
 * every known name.
 */
const MOST_SUGGESTIONS = 20;
const LONGEST_WORD = 64;

/** Type of the limits on the faults that one answer lists. */
export interface FaultLimits {
  /** Largest number of faults in the answer; absent means `MOST_FAULTS`. */
  readonly faults?: number;
  /** Largest size of the faults in the answer, in bytes of JSON; absent means `MOST_FAULT_BYTES`. */
  readonly bytes?: number;
}

/**
 * Returns the first faults for an answer, as many as the limits allow, with their sentences written. If even the first
 * does not fit because of its long pointer, it is reported at an enclosing field.
 */
export function toldFaults(found: Iterable<FoundFault>, limits: FaultLimits = {}): readonly Fault[] {
  const { faults: most = MOST_FAULTS, bytes: mostBytes = MOST_FAULT_BYTES } = limits;
  const suggest = limitedSuggestions();
  const told: Fault[] = [];
  let bytes = 0;
  for (const fault of found) {
    if (told.length === most) break;
    const written = writtenFault(fault, suggest);
    bytes += bytesOf(written);
    if (bytes > mostBytes) {
      return told.length > 0 ? told : [atFieldAround(written)].filter((one) => bytesOf(one) <= mostBytes);
    }
    told.push(written);
  }
  return told;
}

/**
 * Returns the first faults for an answer, as many as the limits allow, followed by a count of the rest. `count` is the
 * number of all faults.
 */
export function countedFaults(
  found: Iterable<FoundFault>,
  count: number,
  limits: FaultLimits = {},
): readonly Fault[] {
  const told = toldFaults(found, limits);
  const untold = count - told.length;
  return untold === 0 ? told : [...told, { pointer: "", detail: `Cannot list ${untold} more faults` }];
}

function writtenFault({ pointer, detail }: FoundFault, suggest: Suggest): Fault {
  return {
    pointer: typeof pointer === "string" ? pointer : pointer(),
    detail: typeof detail === "string" ? detail : detail(suggest),
  };
}

/** Returns a fault whose long JSON pointer is shortened to the last enclosing field whose name fits completely. */
function atFieldAround({ pointer, detail }: Fault): Fault {
  const start = pointer.slice(0, LONGEST_POINTER);
  return { pointer: start === pointer ? pointer : start.slice(0, start.lastIndexOf("/")), detail };
}

function limitedSuggestions(): Suggest {
  let left = MOST_SUGGESTIONS;
  return (word, known) => {
    if (word.length > LONGEST_WORD || left === 0) return "";
    left--;
    const nearest = nearestWord(word, typeof known === "function" ? known() : known);
    return nearest === null ? "" : `, did you mean "${nearest}"?`;
  };
}

/**
 * Returns the size of a fault in bytes of JSON. For a fault that is too long in any case, it returns the number of
 * characters.
 */
function bytesOf({ pointer, detail }: Fault): number {
  const characters = pointer.length + detail.length;
  return characters > MOST_FAULT_BYTES
    ? characters
    : new TextEncoder().encode(JSON.stringify({ pointer, detail })).length;
}
