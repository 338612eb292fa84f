import { AccountMissing } from "../domain/account.ts";
import { CONNECTOR_GRANTS_AT_MOST, type ConnectorGrant, GRANT_USED_PRECISION_MS } from "../domain/connector_grant.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import { connectorGrantOf, type ConnectorGrantRecord } from "./connector_records.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { AccountRecord } from "./records.ts";
import { roomForOneMore } from "./room_for_one_more.ts";
import { type Change, put, type Reader, remove, transaction, write } from "./transaction.ts";

/** Ids of a grant and of what it belongs to. */
export interface GrantPlace {
  readonly accountId: AccountId;
  readonly clientId: string;
  readonly grantId: string;
}

/** Type of what a person, or an operator for them, allows a connector. */
export type Granted = Pick<ConnectorGrant, "clientId" | "clientName" | "scopes">;

/** Repository of the grants that let connectors (client programs) of AI assistants act for an account. */
export interface ConnectorGrantRepository {
  /**
   * Saves the grant of a connector, replacing any earlier grant of the same connector, whose tokens end. Throws
   * `not_found` if the account does not exist, and `limit_reached` if it has the largest number of grants.
   */
  grant(accountId: AccountId, granted: Granted): Promise<ConnectorGrant>;
  /** Lists the account's connector grants, newest first. */
  list(accountId: AccountId): Promise<readonly ConnectorGrant[]>;
  /**
   * Deletes the grant of a connector, whose tokens are refused from the next request on; does nothing if the connector
   * has no grant.
   */
  revoke(accountId: AccountId, clientId: string): Promise<void>;
  /** Adds a number of calls to the count of a grant; does nothing if it was revoked meanwhile. */
  countCalls(place: GrantPlace, calls: number): Promise<void>;
  /** Deletes every connector grant of the account. */
  revokeAll(accountId: AccountId): Promise<void>;
}

/** Creates the repository of connector grants over Deno KV. */
export function connectorGrantRepository(context: StoreContext): ConnectorGrantRepository {
  return {
    async grant(accountId, granted) {
      return await transaction(context, async (read) => {
        const account = await read.get<AccountRecord>(keys.account(accountId));
        if (account.value === null) throw new AccountMissing(accountId);
        const { checks, mutations, record } = await grantEntries(context, read, { accountId, granted, isAnew: true });
        return { checks: [account, ...checks], mutations, result: connectorGrantOf(record) };
      });
    },
    async list(accountId) {
      const prefix = keys.connectorGrants(accountId);
      const entries = await Array.fromAsync(context.kv.list<ConnectorGrantRecord>({ prefix }));
      return entries.map(({ value }) => connectorGrantOf(value)).sort((a, b) => b.grantedAt - a.grantedAt);
    },
    revoke: (accountId, clientId) => write(context, [remove(keys.connectorGrant(accountId, clientId))]),
    countCalls: (place, calls) => writeCalls(context, place, calls),
    async revokeAll(accountId) {
      await transaction(context, async (read) => ({ ...await revokedGrants(read, accountId), result: undefined }));
    },
  };
}

interface GrantEntries extends Pick<Change<unknown>, "checks" | "mutations"> {
  readonly record: ConnectorGrantRecord & { readonly id: string };
}

/**
 * Returns the checks and mutations that save the grant of a connector, for an operation that checks the account. A
 * grant that the connector holds already keeps its id and so its tokens, unless it is made anew. Throws
 * `limit_reached`.
 */
export async function grantEntries(
  context: StoreContext,
  read: Reader,
  { accountId, granted, isAnew }: { accountId: AccountId; granted: Granted; isAnew: boolean },
): Promise<GrantEntries> {
  const { clientId, clientName, scopes } = granted;
  const earlier = await read.get<ConnectorGrantRecord>(keys.connectorGrant(accountId, clientId));
  const id = (isAnew ? undefined : earlier.value?.id) ?? identifier("gnt", context.random.ulid());
  const lastUsedAt = isAnew ? null : earlier.value?.lastUsedAt ?? null;
  const calls = isAnew ? 0 : earlier.value?.calls ?? 0;
  const grantedAt = context.clock.now();
  const record = { id, accountId, clientId, clientName, scopes, grantedAt, lastUsedAt, calls };
  const room = earlier.value === null
    ? await roomForOneMore(read, {
      accountId,
      prefix: keys.connectorGrants(accountId),
      id,
      atMost: CONNECTOR_GRANTS_AT_MOST,
      what: "connector grants",
    })
    : { checks: [], mutations: [] };
  return {
    checks: [earlier, ...room.checks],
    mutations: [put(earlier.key, record), ...room.mutations],
    record,
  };
}

/**
 * Returns the checks and mutations that delete every connector grant of an account. A grant that is made meanwhile
 * makes the operation start again.
 */
export async function revokedGrants(
  read: Reader,
  accountId: AccountId,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  const newest = await read.get<string>(keys.newestOf(accountId, "connector_grants"));
  const found: Deno.KvKey[] = [];
  for await (const { key } of read.list({ prefix: keys.connectorGrants(accountId) })) found.push(key);
  return { checks: [newest], mutations: found.map(remove) };
}

async function writeCalls(
  context: StoreContext,
  { accountId, clientId, grantId }: GrantPlace,
  calls: number,
): Promise<void> {
  await transaction(context, async (read) => {
    const entry = await read.get<ConnectorGrantRecord>(keys.connectorGrant(accountId, clientId));
    if (entry.value === null || entry.value.id !== grantId) return { checks: [], mutations: [], result: undefined };
    const counted: ConnectorGrantRecord = { ...entry.value, calls: (entry.value.calls ?? 0) + calls };
    return { checks: [entry], mutations: [put(entry.key, counted)], result: undefined };
  });
}

/** Notes the use of a grant, at most once a minute; does nothing if the grant was revoked meanwhile. */
export async function writeUseOfGrant(context: StoreContext, grant: ConnectorGrantRecord): Promise<void> {
  const isRecent = ({ lastUsedAt }: ConnectorGrantRecord, now: number): boolean =>
    lastUsedAt !== null && now - lastUsedAt < GRANT_USED_PRECISION_MS;
  if (isRecent(grant, context.clock.now())) return;
  await transaction(context, async (read) => {
    const entry = await read.get<ConnectorGrantRecord>(keys.connectorGrant(grant.accountId, grant.clientId));
    const now = context.clock.now();
    const isOther = entry.value === null || entry.value.id !== grant.id || isRecent(entry.value, now);
    const used = { ...entry.value, lastUsedAt: now };
    return { checks: [entry], mutations: isOther ? [] : [put(entry.key, used)], result: undefined };
  });
}
