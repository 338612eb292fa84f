import type { ConnectorScope } from "./connector_scope.ts";
import type { AccountId } from "./identifier.ts";
import { type Instant, MINUTE_MS } from "./instant.ts";
import type { Scope } from "./scope.ts";

/**
 * Largest number of characters in the id of the connector (client program) of an AI assistant, which is an HTTPS URL or
 * any other text.
 */
export const LONGEST_CONNECTOR_ID = 2_048;

/** Largest number of connectors that hold a grant of one account. */
export const CONNECTOR_GRANTS_AT_MOST = 50;

/** Least number of milliseconds between two writes of the last use of a connector's grant. */
export const GRANT_USED_PRECISION_MS = MINUTE_MS;

/**
 * Type of the permission of the connector (client program) of an AI assistant to act for an account, valid until the
 * owner revokes it.
 */
export interface ConnectorGrant {
  readonly accountId: AccountId;
  /** Id of the AI assistant's connector. An account has one grant for each connector. */
  readonly clientId: string;
  readonly clientName: string | null;
  /**
   * Scopes that the owner allowed. A grant that an operator made may have scopes of API keys, of which a connector can
   * use only those that its own list contains too.
   */
  readonly scopes: readonly (ConnectorScope | Scope)[];
  readonly grantedAt: Instant;
  /** When the AI assistant's connector last used the grant; null if it never did. */
  readonly lastUsedAt: Instant | null;
  /** Number of calls that the connector made under the grant; absent from grants that counted none yet. */
  readonly calls?: number;
}
