import { DomainError } from "../domain/errors.ts";
import type { Reader } from "./transaction.ts";

export interface WantedName {
  /** KV key of the index entry for a name that a record is to get. */
  readonly key: Deno.KvKey;
  readonly name: string;
  /** Id of the record that is to get the unique name. */
  readonly id: string;
  /** Noun for the kind of records among which a name must be unique, used in the error message. */
  readonly what: string;
}

/**
 * Returns the index entry of a name that is free or already belongs to the same record, for the operation that checks
 * and writes it. Throws `name_taken` if another record has the name.
 */
export async function freeName(
  read: Reader,
  { key, name, id, what }: WantedName,
): Promise<Deno.KvEntryMaybe<string>> {
  const entry = await read.get<string>(key);
  if (entry.value === null || entry.value === id) return entry;
  throw new DomainError("name_taken", `Cannot use the name "${name}": another ${what} has it`);
}
