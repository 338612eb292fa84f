import { PlainHistory } from "../tables/plain_history.ts";

/** Bytes of the JSON text of one field of an object, and the name of the field. */
export interface JsonPart {
  /** Text before the value: a brace or a comma, and the name. */
  readonly before: Uint8Array;
  readonly name: string;
  readonly value: Uint8Array;
}

/**
 * Returns the JSON text of an object field by field, as `JSON.stringify` makes it, but for the brace at its end. Fields
 * that are undefined are left out. The text of a history that was read from its bytes is not made again.
 */
export function jsonParts(object: Readonly<Record<string, unknown>>): readonly JsonPart[] {
  const encoder = new TextEncoder();
  return Object.entries(object).filter(([, value]) => value !== undefined).map(([name, value], i) => ({
    before: encoder.encode(`${i === 0 ? "{" : ","}${JSON.stringify(name)}:`),
    name,
    value: value instanceof PlainHistory ? value.text : encoder.encode(JSON.stringify(value)),
  }));
}
