import type { components } from "../../../clients/typescript/mod.ts";
import { writtenNumber } from "../../format/written_number.ts";

type DescribedField = components["schemas"]["DescribedField"];

/** Value of a field of a submission that is no object and no list. */
export type FieldValue = string | number | boolean;

const SCALARS = new Set(["string", "number", "integer", "boolean"]);

/** Returns the plain fields directly within an object of a submission, by their own names. */
export function scalarFields(fields: readonly DescribedField[], within: string): readonly DescribedField[] {
  return fields.flatMap((field) => {
    const name = field.name.startsWith(`${within}.`) ? field.name.slice(within.length + 1) : "";
    return name === "" || name.includes(".") || !SCALARS.has(field.type) ? [] : [{ ...field, name }];
  });
}

/**
 * Returns the body of a submission, without the fields that are empty or at their default. A text that is no number
 * goes as it is, so that the service says what is wrong with it.
 */
export function bodyOfFields(
  fields: readonly DescribedField[],
  typed: (name: string) => string,
): Readonly<Record<string, FieldValue>> {
  const entries = fields.flatMap(({ name, type, default: usual }) => {
    const text = typed(name).trim();
    if (text === "" || text === String(usual)) return [];
    return [
      [name, type === "boolean" ? text === "true" : type === "string" ? text : writtenNumber(text) ?? text] as const,
    ];
  });
  return Object.fromEntries(entries);
}
