import type { ConnectorScope } from "./connector_scope.ts";
import type { AccountId } from "./identifier.ts";
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from "./instant.ts";

/** Milliseconds for which a person may decide about the request of a connector. */
export const AUTHORIZATION_REQUEST_MS = 15 * MINUTE_MS;

/** Milliseconds for which an authorization code can be exchanged for tokens. */
export const AUTHORIZATION_CODE_MS = 60 * SECOND_MS;

/** Milliseconds for which a used code is kept, so that a second use ends what the first one got. */
export const USED_CODE_KEPT_MS = DAY_MS;

/** Seconds for which an access token of a connector is valid. */
export const CONNECTOR_TOKEN_SECONDS = 900;

/** Milliseconds for which a refresh token of a connector is valid. */
export const CONNECTOR_REFRESH_MS = 30 * DAY_MS;

/** Milliseconds for which a family of refresh tokens can be continued; then the person is asked again. */
export const TOKEN_FAMILY_MS = 365 * DAY_MS;

/**
 * Milliseconds in which the former refresh token of a family gets the same successor again: an answer may be lost, and
 * a client may have sent its request twice.
 */
export const REFRESH_RETRY_MS = 30 * SECOND_MS;

/** Largest number of token families of one grant, for example of one assistant on several machines. */
export const TOKEN_FAMILIES_AT_MOST = 20;

/** Type of what a connector asks a person for. */
export interface AuthorizationRequest {
  readonly clientId: string;
  /** Address to which the answer goes, as the connector wrote it. */
  readonly redirectAddress: string;
  /** SHA-256 of the connector's verifier in base64url (RFC 7636, method S256). */
  readonly codeChallenge: string;
  /** Address of the service for which the tokens are meant (RFC 8707). */
  readonly resource: string;
  readonly scopes: readonly ConnectorScope[];
  /** Text that the connector gets back with the answer; null if it sent none. */
  readonly state: string | null;
  readonly expiresAt: Instant;
}

/** Type of what an authorization code is bound to. */
export interface AuthorizationCode
  extends Pick<AuthorizationRequest, "clientId" | "redirectAddress" | "codeChallenge" | "resource" | "scopes"> {
  readonly accountId: AccountId;
  readonly expiresAt: Instant;
}

/** Type of what an access token of a connector allows. */
export interface ConnectorAccess {
  readonly clientId: string;
  /** Id of the grant on which the token hangs, `gnt_<ULID>`. */
  readonly grantId: string;
  /** Id of the family of tokens, which one consent began. */
  readonly familyId: string;
  readonly resource: string;
  readonly scopes: readonly ConnectorScope[];
  readonly expiresAt: Instant;
}
