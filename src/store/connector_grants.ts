import { AccountMissing } from "../domain/account.ts";
import type { ConnectorGrant } from "../domain/connector_grant.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { AccountRecord } from "./records.ts";
import { put, remove, transaction, write } from "./transaction.ts";

/** Repository of the grants that let connectors (client programs) of AI assistants act for an account. */
export interface ConnectorGrantRepository {
  /**
   * Saves the grant of a connector, replacing any earlier grant of the same connector. Throws `not_found` if the
   * account does not exist.
   */
  grant(
    accountId: AccountId,
    granted: Pick<ConnectorGrant, "clientId" | "clientName" | "scopes">,
  ): Promise<ConnectorGrant>;
  /** Lists the account's connector grants, newest first. */
  list(accountId: AccountId): Promise<readonly ConnectorGrant[]>;
  /** Deletes the grant of a connector; does nothing if the connector has no grant. */
  revoke(accountId: AccountId, clientId: string): Promise<void>;
}

/** Creates the repository of connector grants over Deno KV. */
export function connectorGrantRepository(context: StoreContext): ConnectorGrantRepository {
  return {
    async grant(accountId, granted) {
      const grant: ConnectorGrant = { accountId, ...granted, grantedAt: context.clock.now(), lastUsedAt: null };
      return await transaction(context, async (read) => {
        const account = await read.get<AccountRecord>(keys.account(accountId));
        if (account.value === null) throw new AccountMissing(accountId);
        const key = keys.connectorGrant(accountId, grant.clientId);
        return { checks: [account], mutations: [put(key, grant)], result: grant };
      });
    },
    async list(accountId) {
      const prefix = keys.connectorGrants(accountId);
      const entries = await Array.fromAsync(context.kv.list<ConnectorGrant>({ prefix }));
      return entries.map(({ value }) => value).sort((a, b) => b.grantedAt - a.grantedAt);
    },
    revoke: (accountId, clientId) => write(context, [remove(keys.connectorGrant(accountId, clientId))]),
  };
}
