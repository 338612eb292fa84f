import { DomainError, type ErrorCode } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { keys } from "./keys.ts";
import { type Change, put, type Reader } from "./transaction.ts";

export interface Addition {
  readonly accountId: AccountId;
  /** The list that grows: what lies under it is counted. */
  readonly prefix: Deno.KvKey;
  readonly id: string;
  readonly atMost: number;
  /** What the list holds, in the plural, for the refusal. */
  readonly what: string;
  /** Of the refusal; `limit_reached` if absent. */
  readonly code?: ErrorCode;
}

/**
 * For the operation that adds to a list of an account: throws `limit_reached`, or the code given, where the list is
 * full. Additions side by side write one entry, so that no two of them pass the limit together.
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
