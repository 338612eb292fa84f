import { z } from "zod";

/**
 * Type that lists, for each value of an enumerated field of a request object, the further fields that are allowed only
 * with that value.
 */
export type FieldsByWord = Readonly<Record<string, readonly string[]>>;

const FIELDS_BY_WORD = z.registry<FieldsByWord>();

/**
 * Registers, for an enumerated field, which further fields each of its values allows. The documentation of the object
 * uses this. Returns the schema unchanged.
 */
export function lettingIn<Words extends z.ZodType>(words: Words, fields: FieldsByWord): Words {
  FIELDS_BY_WORD.add(words, fields);
  return words;
}

/**
 * Returns the fields that `lettingIn` registered for an enumerated field; undefined if it registered none, so that
 * every value allows all fields.
 */
export function fieldsByWord(words: z.core.$ZodType): FieldsByWord | undefined {
  return FIELDS_BY_WORD.get(words);
}
