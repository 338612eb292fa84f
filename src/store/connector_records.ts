import type { AuthorizationCode, ConnectorAccess } from "../domain/connector_authorization.ts";
import type { ConnectorClient } from "../domain/connector_client.ts";
import type { ConnectorGrant } from "../domain/connector_grant.ts";
import type { ConnectorScope } from "../domain/connector_scope.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";

/** Record of a connector, with a field that only the store uses. */
export interface ConnectorClientRecord extends ConnectorClient {
  /** Digest of the secret of a confidential client; null for a public one. */
  readonly secretDigest: string | null;
}

/** Record of a connector's grant, with a field that only the store uses. */
export interface ConnectorGrantRecord extends ConnectorGrant {
  /**
   * Id on which all tokens of the connector hang, `gnt_<ULID>`. A grant made anew has another id, so that no former
   * token serves it. Absent from grants that an older version of the service made, on which no token hangs.
   */
  readonly id?: string;
}

export interface AuthorizationCodeRecord extends AuthorizationCode {
  readonly grantId: string;
  readonly usedAt: Instant | null;
}

/** Record of a token family: refresh tokens that replace one another, and the access tokens that came with them. */
export interface TokenFamilyRecord extends FamilyPlace {
  readonly resource: string;
  readonly scopes: readonly ConnectorScope[];
  /** Digest of the current refresh token. */
  readonly refreshDigest: string;
  /** Digest of the refresh token that the current one replaced; null before the first refresh. */
  readonly formerDigest: string | null;
  /** Random text from which, with the former token, the current one was made; null before the first refresh. */
  readonly nonce: string | null;
  readonly createdAt: Instant;
  /** When the current refresh token was issued. */
  readonly refreshedAt: Instant;
  /** When the current refresh token expires, which ends the family. */
  readonly expiresAt: Instant;
}

/** Ids of a token family and of what it belongs to, which never change. Index entries of tokens hold them. */
export interface FamilyPlace {
  readonly accountId: AccountId;
  readonly clientId: string;
  readonly grantId: string;
  readonly familyId: string;
}

/** Record of a token of a connector. Of a refresh token, which its family knows, only the kind is kept. */
export type ConnectorTokenRecord =
  | { readonly kind: "refresh" }
  | ({ readonly kind: "access" } & Pick<ConnectorAccess, "scopes" | "expiresAt">);

/** Returns the client of a record without the digest of its secret. */
export function connectorClientOf({ secretDigest: _, ...client }: ConnectorClientRecord): ConnectorClient {
  return client;
}

/** Returns the grant of a record without the field that only the store uses. */
export function connectorGrantOf({ id: _, ...grant }: ConnectorGrantRecord): ConnectorGrant {
  return grant;
}
