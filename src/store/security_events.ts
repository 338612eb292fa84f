import { entryAt } from "../domain/entry_at.ts";
import type { AccountId } from "../domain/identifier.ts";
import { SECURITY_EVENT_MS, type SecurityEvent } from "../domain/security_event.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import type { AccountRecord } from "./records.ts";
import { putUntil, remove, transaction, write } from "./transaction.ts";

/** Repository of the security log of each account. */
export interface SecurityEventRepository {
  /** Adds an event to the security log; does nothing if the account does not exist. */
  append(accountId: AccountId, event: SecurityEvent): Promise<void>;
  /**
   * Lists the security events of the last 90 days, oldest first. Of events that strangers can cause in large numbers,
   * only about the newest thousand of each outcome are kept.
   */
  list(accountId: AccountId): Promise<readonly SecurityEvent[]>;
}

const OF_STRANGERS_AT_MOST = 1_000;
const PRUNED_AT_ONCE = 500;

/** Creates the repository of security logs over Deno KV. */
export function securityEventRepository(context: StoreContext): SecurityEventRepository {
  const { kv, clock, random } = context;
  return {
    async append(accountId, event) {
      const id = random.ulid();
      await transaction(context, async (read) => {
        const account = await read.get<AccountRecord>(keys.account(accountId));
        if (account.value === null) return { checks: [], mutations: [], result: undefined };
        const key = keys.securityEvent(accountId, event.outcome, id);
        const until = { expiresAt: event.at + SECURITY_EVENT_MS, now: clock.now() };
        return { checks: [account], mutations: [putUntil(key, event, until)], result: undefined };
      });
      // One refused or asked event in sixteen, by chance, prunes the log, because that reads all events of the outcome.
      // The log may exceed its bound of a thousand events per outcome for a while.
      if (event.outcome !== "succeeded" && entryAt(random.bytes(1), 0) < 16) {
        await prune(context, accountId, event.outcome);
      }
    },
    async list(accountId) {
      const events: SecurityEvent[] = [];
      for await (const { value } of kv.list<SecurityEvent>({ prefix: keys.securityEvents(accountId) })) {
        if (value.at + SECURITY_EVENT_MS > clock.now()) events.push(value);
      }
      return events.sort((a, b) => a.at - b.at);
    },
  };
}

/**
 * Deletes the oldest events of one outcome beyond the limit. Successful events are never pruned, so that a flood of
 * wrong passwords cannot hide a successful sign-in.
 */
async function prune(
  context: StoreContext,
  accountId: AccountId,
  outcome: Exclude<SecurityEvent["outcome"], "succeeded">,
): Promise<void> {
  const found: Deno.KvKey[] = [];
  const list = context.kv.list({ prefix: keys.securityEventsOf(accountId, outcome) });
  for await (const { key } of list) found.push(key);
  const surplus = found.slice(0, Math.max(0, found.length - OF_STRANGERS_AT_MOST)).slice(0, PRUNED_AT_ONCE);
  if (surplus.length > 0) await write(context, surplus.map(remove));
}
