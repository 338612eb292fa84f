import type { Account } from "../domain/account.ts";
import type { ApiKey } from "../domain/api_key.ts";
import type { ConnectorAccess } from "../domain/connector_authorization.ts";
import type { Instant } from "../domain/instant.ts";
import type { Session } from "../domain/session.ts";
import type { User } from "../domain/user.ts";

/**
 * Type of the authenticated caller of a request: an account, through a session of its user or through one of its API
 * keys, or through a connector that it lets in.
 */
export type Principal = SessionPrincipal | KeyPrincipal | ConnectorPrincipal;

export interface SessionPrincipal {
  readonly kind: "session";
  readonly account: Account;
  readonly user: User;
  readonly session: Session;
  /** Time at which the caller's access token expires. */
  readonly endsAt: Instant;
}

export interface KeyPrincipal {
  readonly kind: "key";
  readonly account: Account;
  readonly key: ApiKey;
}

/** Caller through a connector of an assistant. Only the endpoint of connectors takes its token. */
export interface ConnectorPrincipal {
  readonly kind: "connector";
  readonly account: Account;
  readonly access: ConnectorAccess;
}
