import { DomainError, jsonPointer } from "../domain/errors.ts";
import { countedFaults, MOST_FAULTS } from "./told_faults.ts";

/** Why a text or a name is refused, its pointer made only where it is told. */
interface TextFault {
  readonly pointer: () => string;
  readonly detail: string;
}

/**
 * The value of JSON text in UTF-8, which `beforeTexts` sees before its texts are judged. Throws `malformed_json`, and
 * `validation_failed` for texts that no store and no client can be trusted with.
 */
export function readJsonText(bytes: Uint8Array, beforeTexts: (value: unknown) => void = () => undefined): unknown {
  const text = decode(bytes);
  const value = parse(text);
  beforeTexts(value);
  // Such characters only come in by an escape; a body without one need not be walked.
  if (text.includes("\\u") || text.includes(PROTOTYPE)) {
    const found = textFaults(value, []).take(MOST_FAULTS).toArray();
    if (found.length > 0) {
      throw new DomainError("validation_failed", found[0].detail, { faults: countedFaults(found, found.length) });
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
 * The faults of every text within a value: NUL, a lone surrogate, or a name that would change an object's prototype.
 */
function* textFaults(value: unknown, path: readonly (string | number)[]): Generator<TextFault> {
  if (typeof value === "string") {
    const fault = faultOfText(value);
    if (fault !== null) yield { pointer: () => jsonPointer(...path), detail: fault };
  } else if (Array.isArray(value)) {
    // A list may have millions of numbers: no text is made of their places.
    for (let i = 0; i < value.length; i++) if (mayHoldText(value[i])) yield* textFaults(value[i], [...path, i]);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const fault = name === PROTOTYPE ? `Cannot take "${PROTOTYPE}" for a name` : faultOfText(name);
      if (fault !== null) yield { pointer: () => jsonPointer(...path, name.toWellFormed()), detail: fault };
      else if (mayHoldText(member)) yield* textFaults(member, [...path, name]);
    }
  }
}

function mayHoldText(value: unknown): boolean {
  return typeof value === "string" || typeof value === "object";
}

/** Why a text is refused, null where it is not: a NUL or half a surrogate pair. */
export function faultOfText(text: string): string | null {
  if (text.includes("\0")) return "Cannot take a text with the character NUL";
  return text.isWellFormed() ? null : "Cannot take a text with half a surrogate pair";
}
