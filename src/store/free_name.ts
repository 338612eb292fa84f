import { DomainError } from "../domain/errors.ts";
import type { Reader } from "./transaction.ts";

export interface WantedName {
  /** The entry of the name. */
  readonly key: Deno.KvKey;
  readonly name: string;
  /** Whose it is to be. */
  readonly id: string;
  /** What has names of this list, for the refusal. */
  readonly what: string;
}

/**
 * The entry of a name, of nobody or of the thing itself, for the operation that checks and writes it. Throws
 * `name_taken` where another has it.
 */
export async function freeName(
  read: Reader,
  { key, name, id, what }: WantedName,
): Promise<Deno.KvEntryMaybe<string>> {
  const entry = await read.get<string>(key);
  if (entry.value === null || entry.value === id) return entry;
  throw new DomainError("name_taken", `Cannot use the name "${name}": another ${what} has it`);
}
