import { z } from "zod";
import { entryAt } from "../domain/entry_at.ts";
import { fieldsByWord } from "../domain/fields_by_word.ts";

/**
 * Returns the documented schema of an object in which the value of an enumerated field decides which further fields are
 * allowed. It is a strict object, intersected with one shape for each group of values that allow the same further
 * fields. A field thus cannot stand beside a value that does not allow it.
 */
export function shapeByWords(fields: Readonly<Record<string, z.core.$ZodType>>): z.ZodType {
  return Object.entries(fields).reduce<z.ZodType>((shape, [name, type]) => {
    const choice = choiceOfWords(name, type);
    return choice === null ? shape : z.intersection(shape, choice);
  }, z.strictObject({ ...fields }));
}

/**
 * Returns the alternatives that one enumerated field adds to the documented object: for each group of its values, the
 * fields that may not stand beside them. Returns null if every field may stand beside every value.
 */
function choiceOfWords(name: string, type: z.core.$ZodType): z.ZodType | null {
  const byWord = fieldsByWord(type) ?? {};
  const letsIn = (word: string, field: string): boolean => byWord[word]?.includes(field) ?? false;
  const dependent = [...new Set(Object.values(byWord).flat())];
  if (dependent.length === 0) return null;
  const alike = Map.groupBy(
    Object.keys(byWord),
    (word) => dependent.map((field) => letsIn(word, field)).join(),
  );
  const shapes = [...alike.values()].map((words) => {
    const kept = dependent.filter((field) => !letsIn(entryAt(words, 0), field));
    return z.object({
      [name]: mayBeAbsent(type, words) ? z.enum(words).optional() : z.enum(words),
      ...Object.fromEntries(kept.map((field) => [field, z.never().optional()])),
    });
  });
  return z.xor(shapes);
}

/**
 * Whether the enumerated field may be absent in this alternative of the documented object, because its default is one
 * of the alternative's values.
 */
function mayBeAbsent(type: z.core.$ZodType, words: readonly string[]): boolean {
  return type instanceof z.ZodDefault && words.includes(String(type.def.defaultValue));
}
