import { DomainError, jsonPointer } from "../domain/errors.ts";
import { HISTORY_LIMITS } from "./parts/history.ts";

/**
 * Largest number of items in a list of a request body. The longest valid list has the prices of a benchmark beside
 * returns, one more than the history's dates.
 */
const LONGEST = HISTORY_LIMITS.rows + 1;
/**
 * Largest number of names, texts, lists and objects in a request body. Numbers and the contents of histories are not
 * counted.
 */
export const MOST_VALUES = 250_000;

/**
 * Returns how many names, texts, lists and objects a request body has. Numbers are not counted. Throws
 * `validation_failed` if a list or an object is longer than any run can use, or the body has too many values to be
 * checked one by one beside other requests. Histories are skipped, because their own readers check their limits.
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

const HISTORIES: readonly string[] = ["prices", "returns", "scenarios"];

function requireLength({ length }: readonly unknown[], path: readonly (string | number)[]): void {
  if (length > LONGEST) throw refusal(path, `Cannot take ${length} items: a list takes at most ${LONGEST}`);
}

function refusal(path: readonly (string | number)[], detail: string): DomainError {
  const pointer = path[0] === "" ? "" : jsonPointer(...path);
  return new DomainError("validation_failed", detail, { faults: [{ pointer, detail }] });
}
