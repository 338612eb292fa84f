import { looksLikeApiKey, parseApiKeyText } from "../../accounts/api_key_text.ts";
import { secretDigest } from "../../accounts/secrets.ts";
import type { Dependencies } from "../../dependencies.ts";
import { DomainError } from "../../domain/errors.ts";
import { identifier } from "../../domain/identifier.ts";
import { grantsScope } from "../../domain/scope.ts";
import type { Contract } from "../contract.ts";
import type { Concerned } from "./security_notes.ts";
import type { KeyPrincipal, Principal, SessionPrincipal } from "../principal.ts";

type Credentials = Pick<Dependencies, "accessTokens" | "sessions" | "apiKeys">;

export interface AuthenticationOptions {
  /** Callback that receives the account and credential id when a credential is refused, if they are known. */
  readonly onOwner: (owner: Concerned) => void;
}

/**
 * Authenticates the caller of a request by `Authorization: Bearer` with an access token or API key, or by `X-API-Key`
 * with an API key. Both headers may be sent if they contain the same credential. Throws an error of status 401 if the
 * credential is missing, malformed, unknown, revoked or expired.
 */
export async function authenticate(
  headers: Headers,
  credentials: Credentials,
  options: AuthenticationOptions,
): Promise<Principal> {
  const bearer = bearerOf(headers.get("authorization"));
  const apiKey = headers.get("x-api-key");
  if (bearer !== null && apiKey !== null && bearer !== apiKey) {
    throw new DomainError("token_invalid", "The headers Authorization and X-API-Key hold different credentials");
  }
  if (apiKey !== null) return await byKey(apiKey, credentials, options);
  if (bearer === null) {
    throw new DomainError("credentials_missing", "A credential is needed: an access token or an API key");
  }
  return looksLikeApiKey(bearer)
    ? await byKey(bearer, credentials, options)
    : await byAccessToken(bearer, credentials, options);
}

/**
 * Throws unless the caller may use an endpoint. Checks an API key's scope, then whether a key is allowed at all, then a
 * user's verified e-mail address, then the plan.
 */
export function authorize(contract: Contract, principal: Principal): void {
  if (principal.kind === "key") authorizeKey(contract, principal);
  if (principal.kind === "session") authorizeSession(contract, principal);
  if (contract.plan === "enterprise" && principal.account.plan !== "enterprise") {
    throw new DomainError("enterprise_plan_required", "The enterprise plan is needed");
  }
}

/**
 * Returns the token after `Bearer` in the header `Authorization`, or null without the header. Throws `token_invalid`
 * for another scheme or more than one token.
 */
export function bearerOf(header: string | null): string | null {
  if (header === null) return null;
  const token = /^bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(header.trim())?.[1];
  if (token === undefined) {
    throw new DomainError("token_invalid", 'The header Authorization does not have the form "Bearer <token>"');
  }
  return token;
}

async function byKey(
  text: string,
  { apiKeys }: Credentials,
  { onOwner }: AuthenticationOptions,
): Promise<KeyPrincipal> {
  const parsed = parseApiKeyText(text.trim());
  if (parsed === null) throw keyInvalid();
  const keyId = identifier("key", parsed.ulid);
  const found = await apiKeys.authenticate(keyId, secretDigest(parsed.secret));
  if (found !== null) return { kind: "key", ...found };
  onOwner({ accountId: await apiKeys.accountOf(keyId), credentialId: keyId });
  throw keyInvalid();
}

function keyInvalid(): DomainError {
  return new DomainError("key_invalid", "The API key is unknown or was revoked");
}

async function byAccessToken(
  token: string,
  { accessTokens, sessions }: Credentials,
  { onOwner }: AuthenticationOptions,
): Promise<SessionPrincipal> {
  const { userId, sessionId, expiresAt } = await accessTokens.verify(token);
  const accountId = await sessions.accountOf(sessionId, userId);
  const signedIn = accountId === null ? null : await sessions.authenticate(accountId, sessionId);
  if (signedIn === null) {
    onOwner({ accountId, credentialId: sessionId });
    throw new DomainError("session_revoked", "The session has ended");
  }
  const { account, user, session } = signedIn;
  return { kind: "session", account, user, session, endsAt: expiresAt };
}

function authorizeKey({ credential, scope, keyRefusal }: Contract, { key }: KeyPrincipal): void {
  if (scope !== undefined && !grantsScope(key.scopes, scope)) {
    throw new DomainError("missing_scope", "API key lacks required scope");
  }
  if (credential !== "session") return;
  throw keyRefusal === undefined
    ? new DomainError("jwt_user_required", "JWT user required")
    : new DomainError(keyRefusal, KEY_REFUSALS[keyRefusal]);
}

const KEY_REFUSALS: Readonly<Record<NonNullable<Contract["keyRefusal"]>, string>> = {
  mc_api_key_not_supported: "An API key cannot submit a Monte Carlo simulation",
  backtest_api_key_not_supported: "An API key cannot submit a standalone backtest",
};

function authorizeSession({ unverified }: Contract, { user }: SessionPrincipal): void {
  if (unverified === true || user.emailVerifiedAt !== null) return;
  throw new DomainError("email_not_verified", "The e-mail address of this account is not verified");
}
