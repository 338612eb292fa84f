import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";
import type { Scope } from "./scope.ts";

/**
 * Largest number of characters in the id of the connector (client program) of an AI assistant, which is an HTTPS URL or
 * any other text.
 */
export const LONGEST_CONNECTOR_ID = 2_048;

/**
 * Type of the permission of the connector (client program) of an AI assistant to act for an account, valid until the
 * owner revokes it.
 */
export interface ConnectorGrant {
  readonly accountId: AccountId;
  /** Id of the AI assistant's connector. An account has one grant for each connector. */
  readonly clientId: string;
  readonly clientName: string | null;
  readonly scopes: readonly Scope[];
  readonly grantedAt: Instant;
  /** When the AI assistant's connector last used the grant; null if it never did. */
  readonly lastUsedAt: Instant | null;
}
