import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";
import type { Scope } from "./scope.ts";

/** Characters of the id of a connector: an HTTPS URL, or any other text. */
export const LONGEST_CONNECTOR_ID = 2_048;

/** What an assistant's connector may do for an account until it is revoked. */
export interface ConnectorGrant {
  readonly accountId: AccountId;
  /** By which the connector is known; an account has one grant for each. */
  readonly clientId: string;
  readonly clientName: string | null;
  readonly scopes: readonly Scope[];
  readonly grantedAt: Instant;
  /** Null until the connector has used it. */
  readonly lastUsedAt: Instant | null;
}
