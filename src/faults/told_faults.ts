import type { Fault } from "../domain/errors.ts";
import { nearestWord } from "./nearest_word.ts";

/** A fault whose sentence is written only if it is told: what it suggests costs more than to find the fault. */
export interface FoundFault {
  readonly pointer: string | (() => string);
  readonly detail: Detail;
}

export type Detail = string | ((suggest: Suggest) => string);

/** `, did you mean "…"?` where a known word is near and the answer has a suggestion left, else nothing. */
export type Suggest = (word: string, known: Words) => string;

/** Words, or what makes them where that takes a while. */
export type Words = readonly string[] | (() => readonly string[]);

/** More faults than these are not told: a broken file has one in every cell. */
export const MOST_FAULTS = 100;

/** Of the faults of one answer as JSON: names of strangers stand in them, and may be as long as a body. */
export const MOST_FAULT_BYTES = 240 * 1_024;

/** Of a pointer that fits into no answer. */
const LONGEST_POINTER = 1_024;

/** Names are compared with every known one: beyond these it costs more than it helps. */
const MOST_SUGGESTIONS = 20;
const LONGEST_WORD = 64;

/** What of the faults of one answer is told. */
export interface FaultLimits {
  /** `MOST_FAULTS` if absent. */
  readonly faults?: number;
  /** `MOST_FAULT_BYTES` if absent. */
  readonly bytes?: number;
}

/**
 * The faults of one answer, written: those that come first, as many as are told and fit into it. Where not even the
 * first does, for the length of its pointer, it is told at the field around.
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

/** The same, and behind them how many of `count` are not told. */
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

/** The same at the last field of its pointer whose name is told whole. */
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

/** Bytes of JSON; of what is too long already no more is reckoned. */
function bytesOf({ pointer, detail }: Fault): number {
  const characters = pointer.length + detail.length;
  return characters > MOST_FAULT_BYTES
    ? characters
    : new TextEncoder().encode(JSON.stringify({ pointer, detail })).length;
}
