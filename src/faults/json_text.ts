import { DomainError, jsonPointer } from "../domain/errors.ts";
import { countedFaults, MOST_FAULTS } from "./told_faults.ts";

/**
 * Type of the fault of an unsafe text or field name in a JSON body. Its pointer is built only if the fault is listed.
 */
interface TextFault {
  readonly pointer: () => string;
  readonly detail: string;
}

/**
 * Parses JSON text in UTF-8 and refuses unsafe texts in it. `beforeTexts` receives the value before its texts are
 * checked. Throws `malformed_json`, and `validation_failed` for texts that stores and clients may not handle.
 */
export function readJsonText(bytes: Uint8Array, beforeTexts: (value: unknown) => void = () => undefined): unknown {
  const text = decode(bytes);
  const value = parse(text);
  beforeTexts(value);
  // An unsafe character or name in JSON text can only be written with an escape or as `__proto__`. A request body
  // without them needs no search.
  if (text.includes("\\u") || text.includes(PROTOTYPE)) {
    const found = textFaults(value, []).take(MOST_FAULTS).toArray();
    const [first] = found;
    if (first !== undefined) {
      throw new DomainError("validation_failed", first.detail, { faults: countedFaults(found, found.length) });
    }
  }
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DomainError("malformed_json", "Cannot read the body: it is not UTF-8");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DomainError("malformed_json", "Cannot read the body: it is not JSON");
  }
}

const PROTOTYPE = "__proto__";

/**
 * Yields a fault for every unsafe text within a JSON value: NUL, half a surrogate pair, or a name that would change the
 * prototype of an object.
 */
function* textFaults(value: unknown, path: readonly (string | number)[]): Generator<TextFault> {
  if (typeof value === "string") {
    const fault = faultOfText(value);
    if (fault !== null) yield { pointer: () => jsonPointer(...path), detail: fault };
  } else if (Array.isArray(value)) {
    // A JSON list may have millions of numbers, so no path is built for an item that cannot contain text.
    for (let i = 0; i < value.length; i++) if (mayHoldText(value[i])) yield* textFaults(value[i], [...path, i]);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const fault = name === PROTOTYPE ? `Cannot use "${PROTOTYPE}" as a name` : faultOfText(name);
      if (fault !== null) yield { pointer: () => jsonPointer(...path, name.toWellFormed()), detail: fault };
      else if (mayHoldText(member)) yield* textFaults(member, [...path, name]);
    }
  }
}

function mayHoldText(value: unknown): boolean {
  return typeof value === "string" || typeof value === "object";
}

/** Returns why a text is refused: it contains NUL or half a surrogate pair. Null if it is fine. */
export function faultOfText(text: string): string | null {
  if (text.includes("\0")) return "Cannot take a text with the character NUL";
  return text.isWellFormed() ? null : "Cannot take a text with half a surrogate pair";
}
