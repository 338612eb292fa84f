import { z } from "zod";
import { fieldsByWord } from "../domain/fields_by_word.ts";

/**
 * An object as it is documented: strict, and where words of a field let in further fields, one of as many shapes as
 * there are sets of words that let in the same, so that no field stands beside a word that has no use for it.
 */
export function shapeByWords(fields: Readonly<Record<string, z.core.$ZodType>>): z.ZodType {
  return Object.entries(fields).reduce<z.ZodType>((shape, [name, type]) => {
    const choice = choiceOfWords(name, type);
    return choice === null ? shape : z.intersection(shape, choice);
  }, z.strictObject({ ...fields }));
}

/** What may stand beside the words of a field; null where everything may stand beside every word. */
function choiceOfWords(name: string, type: z.core.$ZodType): z.ZodType | null {
  const byWord = fieldsByWord(type) ?? {};
  const dependent = [...new Set(Object.values(byWord).flat())];
  if (dependent.length === 0) return null;
  const alike = Map.groupBy(
    Object.keys(byWord),
    (word) => dependent.map((field) => byWord[word].includes(field)).join(),
  );
  const [first, ...others] = [...alike.values()].map((words) => {
    const kept = dependent.filter((field) => !byWord[words[0]].includes(field));
    return z.object({
      [name]: mayBeAbsent(type, words) ? z.enum(words).optional() : z.enum(words),
      ...Object.fromEntries(kept.map((field) => [field, z.never().optional()])),
    });
  });
  return z.xor([first, ...others]);
}

/** Whether the field is one of some words where it is left out. */
function mayBeAbsent(type: z.core.$ZodType, words: readonly string[]): boolean {
  return type instanceof z.ZodDefault && words.includes(String(type.def.defaultValue));
}
