import type { AccountId } from "../domain/identifier.ts";
import { entriesOfKey } from "./api_clients.ts";
import { keys } from "./keys.ts";
import type { ApiKeyRecord } from "./records.ts";
import { type Change, type Reader, remove } from "./transaction.ts";

/** Keys that one operation deletes with their indexes: 80 KiB of KV keys is its limit. */
const KEYS_PER_WRITE = 200;

export interface RevokedKeys extends Pick<Change<unknown>, "checks" | "mutations"> {
  /** Whether no key is left behind these. */
  readonly isLast: boolean;
}

/**
 * What ends the API keys of an account, for the operation that asks for it: as many as one operation takes. A key that
 * is made meanwhile makes the operation begin anew.
 */
export async function revokedApiKeys(read: Reader, accountId: AccountId): Promise<RevokedKeys> {
  const newest = await read.get<string>(keys.newestOf(accountId, "api_keys"));
  const found: ApiKeyRecord[] = [];
  const list = read.list<ApiKeyRecord>({ prefix: keys.apiKeys(accountId) }, { limit: KEYS_PER_WRITE });
  for await (const { value } of list) found.push(value);
  const mutations = found.flatMap(entriesOfKey).map(remove);
  return { checks: [newest], mutations, isLast: found.length < KEYS_PER_WRITE };
}
