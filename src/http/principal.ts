import type { Account } from "../domain/account.ts";
import type { Scope } from "../domain/scope.ts";

/** Who sends a request: an account, by a session of its user or by one of its API keys. */
export type Principal = SessionPrincipal | KeyPrincipal;

export interface SessionPrincipal {
  readonly kind: "session";
  readonly sessionId: string;
  readonly account: Account;
}

export interface KeyPrincipal {
  readonly kind: "key";
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly account: Account;
}
