import { z } from "zod";

/** Which further fields of its object each word of a field lets in; of no other word they may be sent. */
export type FieldsByWord = Readonly<Record<string, readonly string[]>>;

const FIELDS_BY_WORD = z.registry<FieldsByWord>();

/** Notes of the words of a field which further fields each lets in, for whoever documents the object. */
export function lettingIn<Words extends z.ZodType>(words: Words, fields: FieldsByWord): Words {
  FIELDS_BY_WORD.add(words, fields);
  return words;
}

/** What `lettingIn` was given; undefined where all fields may stand beside every word. */
export function fieldsByWord(words: z.core.$ZodType): FieldsByWord | undefined {
  return FIELDS_BY_WORD.get(words);
}
