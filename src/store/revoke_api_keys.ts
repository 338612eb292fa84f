import type { AccountId } from "../domain/identifier.ts";
import { entriesOfKey } from "./api_clients.ts";
import { keys } from "./keys.ts";
import type { ApiKeyRecord } from "./records.ts";
import { type Change, type Reader, remove } from "./transaction.ts";

/**
 * Number of API keys that one operation deletes together with their index entries. One operation can hold 80 KiB of KV
 * keys.
 */
const KEYS_PER_WRITE = 200;

export interface RevokedKeys extends Pick<Change<unknown>, "checks" | "mutations"> {
  /** Whether the account has no API key left after this operation, which revokes some of its keys. */
  readonly isLast: boolean;
}

/**
 * Returns the checks and mutations that delete as many API keys of an account as fit into one operation. A key that is
 * created meanwhile makes the operation start again.
 */
export async function revokedApiKeys(read: Reader, accountId: AccountId): Promise<RevokedKeys> {
  const newest = await read.get<string>(keys.newestOf(accountId, "api_keys"));
  const found: ApiKeyRecord[] = [];
  const list = read.list<ApiKeyRecord>({ prefix: keys.apiKeys(accountId) }, { limit: KEYS_PER_WRITE });
  for await (const { value } of list) found.push(value);
  const mutations = found.flatMap(entriesOfKey).map(remove);
  return { checks: [newest], mutations, isLast: found.length < KEYS_PER_WRITE };
}
