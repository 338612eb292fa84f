import { DomainError, type Fault, jsonPointer } from "../domain/errors.ts";
import { faultOfText } from "../faults/json_text.ts";
import { fieldNotFound } from "../faults/field_not_found.ts";

/** Largest number of parameters in a URL query. No endpoint takes a fifth of it. */
const MOST_PARAMETERS = 50;
const MOST_CHARACTERS = 8 * 1_024;

/**
 * Reads the values of a URL query by name in one pass. Returns a fault, in place of the value, for a repeated name and
 * for a text that is unsafe for a store. Throws `validation_failed` if the query has too many characters or parameters.
 */
export function queryValues({ search, searchParams }: URL): QueryValues {
  if (search === "") return { values: {}, faults: [] };
  if (search.length > MOST_CHARACTERS) {
    throw tooLarge(`Cannot take a query of ${search.length} characters: it takes at most ${MOST_CHARACTERS}`);
  }
  return uniqueValues(searchParams, "query");
}

/**
 * Reads named values, of which each name may occur once. The pointers of faults begin with the segment `place`, or with
 * the name where `place` is null. Throws `validation_failed` for too many values.
 */
export function uniqueValues(
  parameters: Iterable<readonly [string, string]>,
  place: "query" | null,
): QueryValues {
  const values: Record<string, string> = {};
  const faults: Fault[] = [];
  const root = place === null ? [] : [place];
  for (const [name, { value, count }] of countedValues(parameters, place)) {
    const fault = count > 1 ? `Cannot take "${name}" more than once` : faultOfText(value);
    if (fault === null && name !== "__proto__") values[name] = value;
    else faults.push({ pointer: jsonPointer(...root, name), detail: fault ?? fieldNotFound(name) });
  }
  return { values, faults };
}

export interface QueryValues {
  readonly values: Readonly<Record<string, string>>;
  /** Faults of the URL query. Their JSON pointers begin with `/query`. */
  readonly faults: readonly Fault[];
}

type Counted = ReadonlyMap<string, { readonly value: string; readonly count: number }>;

function countedValues(parameters: Iterable<readonly [string, string]>, place: "query" | null): Counted {
  const counted = new Map<string, { value: string; count: number }>();
  let read = 0;
  for (const [name, value] of parameters) {
    if (++read > MOST_PARAMETERS) {
      const pointer = place === null ? "" : `/${place}`;
      throw tooLarge(`Cannot take a ${place ?? "form"} of more than ${MOST_PARAMETERS} parameters`, pointer);
    }
    const known = counted.get(name);
    if (known === undefined) counted.set(name, { value, count: 1 });
    else known.count++;
  }
  return counted;
}

function tooLarge(detail: string, pointer = "/query"): DomainError {
  return new DomainError("validation_failed", detail, { faults: [{ pointer, detail }] });
}
