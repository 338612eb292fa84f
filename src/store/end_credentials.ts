import type { AccountId } from "../domain/identifier.ts";
import type { StoreContext } from "./context.ts";
import { readMember } from "./members.ts";
import { revokedApiKeys } from "./revoke_api_keys.ts";
import { put, transaction } from "./transaction.ts";

/**
 * Ends every session of an account and every mailed link that sets its password, by raising the user's
 * `credentialGeneration`. Throws `not_found`.
 */
export async function endSessions(context: StoreContext, accountId: AccountId): Promise<void> {
  await transaction(context, async (read) => {
    const { account, user } = await readMember(read, accountId);
    const changed = { ...user.value, credentialGeneration: user.value.credentialGeneration + 1 };
    return { checks: [account, user], mutations: [put(user.key, changed)], result: undefined };
  });
}

/** Revokes every API key of an account, with as many keys per operation as fit. */
export async function endApiKeys(context: StoreContext, accountId: AccountId): Promise<void> {
  let isOver = false;
  while (!isOver) {
    isOver = await transaction(context, async (read) => {
      const { checks, mutations, isLast } = await revokedApiKeys(read, accountId);
      return { checks, mutations, result: isLast };
    });
  }
}
