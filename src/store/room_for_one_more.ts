import { DomainError, type ErrorCode } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { keys } from "./keys.ts";
import { type Change, put, type Reader } from "./transaction.ts";

export interface Addition {
  readonly accountId: AccountId;
  /** Key prefix of the account's list that is to get one more item; the entries under this prefix are counted. */
  readonly prefix: Deno.KvKey;
  readonly id: string;
  readonly atMost: number;
  /** Plural noun for the items of a limited list, used in the error message. */
  readonly what: string;
  /** Code of the error for a list of the account that is full; `limit_reached` if absent. */
  readonly code?: ErrorCode;
}

/**
 * Checks that a list of an account has room for one more item, for the operation that adds it. Throws `limit_reached`,
 * or the given code, if the list is full. Every addition writes the same entry, so that concurrent additions cannot
 * exceed the limit together.
 */
export async function roomForOneMore(
  read: Reader,
  { accountId, prefix, id, atMost, what, code = "limit_reached" }: Addition,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const newest = await read.get<string>(keys.newestOf(accountId, String(prefix.at(-1))));
  let found = 0;
  for await (const _ of read.list({ prefix }, { limit: atMost })) found++;
  if (found >= atMost) {
    throw new DomainError(code, `Cannot make more than ${atMost} ${what}: delete one first`);
  }
  return { checks: [newest], mutations: [put(newest.key, id)] };
}
