import { UsageError } from "../optimize/arguments.ts";

/** Reads an option that is a whole number from 1 on. Throws a UsageError for any other text. */
export function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`${option} takes a whole number, not "${text}"`);
  return value;
}
