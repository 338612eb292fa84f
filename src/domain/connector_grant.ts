import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";
import type { Scope } from "./scope.ts";

/** Largest number of characters in the id of a connector, which is an HTTPS URL or any other text. */
export const LONGEST_CONNECTOR_ID = 2_048;

/** Permission for the connector of an assistant to act for an account until it is revoked. */
export interface ConnectorGrant {
  readonly accountId: AccountId;
  /** Id of the connector. An account has one grant for each connector. */
  readonly clientId: string;
  readonly clientName: string | null;
  readonly scopes: readonly Scope[];
  readonly grantedAt: Instant;
  /** When the connector last used the grant; null if it never did. */
  readonly lastUsedAt: Instant | null;
}
