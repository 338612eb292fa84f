import {
  AUTHORIZATION_REQUEST_MS,
  CONNECTOR_REFRESH_MS,
  USED_CODE_KEPT_MS,
} from "../../domain/connector_authorization.ts";
import { GRANTED_CLIENT_MS } from "../../domain/connector_client.ts";
import { DAY_MS, type Instant, MINUTE_MS } from "../../domain/instant.ts";
import { SECURITY_EVENT_MS } from "../../domain/security_event.ts";
import { REFRESH_TOKEN_MS } from "../../domain/session.ts";

/**
 * Longest time in milliseconds for which entries that expire may still be needed, by the first part of their key. Deno
 * KV does not tell when an entry expires, so an entry copied from it gets this time anew. It may stay too long, because
 * readers check the time within a value, but is never dropped too early.
 */
const LONGEST: Readonly<Record<string, number>> = {
  account_of_session: REFRESH_TOKEN_MS,
  account_of_refresh_token: REFRESH_TOKEN_MS,
  account_of_one_time_token: 8 * DAY_MS,
  connector_clients: GRANTED_CLIENT_MS,
  authorization_requests: AUTHORIZATION_REQUEST_MS,
  account_of_authorization_code: USED_CODE_KEPT_MS,
  family_of_connector_token: CONNECTOR_REFRESH_MS,
  undeliverable_mails: 30 * DAY_MS,
  mails_in_minute: 2 * MINUTE_MS,
  meters_of_address: 31 * DAY_MS,
  rate_limits: DAY_MS,
};

/** The same for entries of an account, by the part of the key after the account. */
const LONGEST_OF_ACCOUNT: Readonly<Record<string, number>> = {
  sessions: REFRESH_TOKEN_MS,
  refresh_tokens: REFRESH_TOKEN_MS,
  one_time_tokens: 8 * DAY_MS,
  authorization_codes: USED_CODE_KEPT_MS,
  token_families: CONNECTOR_REFRESH_MS,
  connector_tokens: CONNECTOR_REFRESH_MS,
  security_events: SECURITY_EVENT_MS,
  idempotency_keys: DAY_MS,
};
const UNDELIVERABLE_MAIL_MS = 30 * DAY_MS;

/** Returns when an entry may be dropped whose expiry the store does not tell; null if it stays. */
export function latestExpiry(key: Deno.KvKey, value: unknown, now: Instant): Instant | null {
  const longestMs = longestLifetimeMs(key, value);
  return longestMs === undefined ? null : now + longestMs;
}

function longestLifetimeMs([first, , entity]: Deno.KvKey, value: unknown): number | undefined {
  if (first !== "owned") return LONGEST[String(first)];
  if (entity === "mails") return isUndeliverable(value) ? UNDELIVERABLE_MAIL_MS : undefined;
  return LONGEST_OF_ACCOUNT[String(entity)];
}

function isUndeliverable(mail: unknown): boolean {
  return typeof mail === "object" && mail !== null && "dueAt" in mail && mail.dueAt === null;
}
