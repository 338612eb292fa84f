import { DomainError, jsonPointer } from "../domain/errors.ts";
import { HISTORY_LIMITS } from "./parts/history.ts";

/** The prices of a benchmark beside returns are the longest list, one more than dates. */
const LONGEST = HISTORY_LIMITS.rows + 1;
/** Beside numbers: names, texts, lists and objects. */
export const MOST_VALUES = 250_000;

/**
 * How many values a body has beside numbers. Throws `validation_failed` where a list or an object of it is longer than
 * any that a run can use, or it has more values than can be looked into one by one beside other requests. Histories are
 * not looked at: their readers know the limits, and nor are numbers.
 */
export function refuseLargeBody(body: Readonly<Record<string, unknown>>): number {
  let values = 0;
  const look = (value: unknown, path: readonly (string | number)[]): void => {
    if (typeof value === "number") return;
    if (++values > MOST_VALUES) {
      throw refusal([path[0] ?? ""], `Cannot take a body of more than ${MOST_VALUES} names, texts, lists and objects`);
    }
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      requireLength(value, path);
      return value.forEach((member: unknown, i) => typeof member === "number" || look(member, [...path, i]));
    }
    const names = Object.keys(value);
    requireLength(names, path);
    values += names.length;
    for (const name of names) {
      if (path.length > 0 || !HISTORIES.includes(name)) look(Reflect.get(value, name), [...path, name]);
    }
  };
  look(body, []);
  return values;
}

const HISTORIES: readonly string[] = ["prices", "returns"];

function requireLength({ length }: readonly unknown[], path: readonly (string | number)[]): void {
  if (length > LONGEST) throw refusal(path, `Cannot take ${length} items: a list takes at most ${LONGEST}`);
}

function refusal(path: readonly (string | number)[], detail: string): DomainError {
  const pointer = path[0] === "" ? "" : jsonPointer(...path);
  return new DomainError("validation_failed", detail, { faults: [{ pointer, detail }] });
}
