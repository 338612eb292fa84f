import type { Dependencies } from "../dependencies.ts";
import { DomainError } from "../domain/errors.ts";
import { grantsScope, type Scope } from "../domain/scope.ts";
import type { KeyPrincipal, Principal } from "./principal.ts";

/**
 * Returns a function that checks whether the caller of a long answer may still read it. An access token counts until it
 * or its session ends. An API key counts while it exists and has the scope.
 */
export function credentialHold(
  principal: Principal,
  scope: Scope,
  { sessions, apiKeys, clock }: Pick<Dependencies, "sessions" | "apiKeys" | "clock">,
): () => Promise<boolean> {
  if (principal.kind === "key") return () => holdsKey(principal, scope, apiKeys);
  // The endpoint of connectors itself ends its answers with the grant.
  if (principal.kind === "connector") return () => Promise.resolve(clock.now() < principal.access.expiresAt);
  const { account, session, endsAt } = principal;
  return async () => clock.now() < endsAt && await sessions.authenticate(account.id, session.id) !== null;
}

async function holdsKey(
  { account, key }: KeyPrincipal,
  scope: Scope,
  apiKeys: Dependencies["apiKeys"],
): Promise<boolean> {
  try {
    return grantsScope((await apiKeys.get(account.id, key.id)).scopes, scope);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return false;
    throw error;
  }
}
