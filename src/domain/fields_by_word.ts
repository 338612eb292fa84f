import { z } from "zod";

/** For each word of a field, the further fields of the object that are allowed only with that word. */
export type FieldsByWord = Readonly<Record<string, readonly string[]>>;

const FIELDS_BY_WORD = z.registry<FieldsByWord>();

/**
 * Registers which further fields each word of a field allows, for the documentation of the object. Returns the schema
 * unchanged.
 */
export function lettingIn<Words extends z.ZodType>(words: Words, fields: FieldsByWord): Words {
  FIELDS_BY_WORD.add(words, fields);
  return words;
}

/** Returns the fields that `lettingIn` registered for a schema; undefined if every word allows all fields. */
export function fieldsByWord(words: z.core.$ZodType): FieldsByWord | undefined {
  return FIELDS_BY_WORD.get(words);
}
