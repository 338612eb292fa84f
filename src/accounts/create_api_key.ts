import type { ApiKey } from "../domain/api_key.ts";
import { DEFAULT_SCOPES, type Scope } from "../domain/scope.ts";
import { apiKeyMadeMail } from "../mail/templates.ts";
import type { SignedIn } from "../store/sessions.ts";
import type { AccountDependencies } from "./account_services.ts";
import { apiKeyPrefix, newApiKeyText } from "./api_key_text.ts";
import { secretDigest } from "./secrets.ts";

export interface ApiKeyForm {
  readonly clientId: string;
  readonly name: string;
  /** Scopes of the new API key; absent means `jobs:read` and `jobs:write`. */
  readonly scopes?: readonly Scope[] | undefined;
}

/**
 * Creates an API key for an API client of a signed-in user's account and notifies the user by mail. The returned `text`
 * is the only copy of the key. Throws `not_found` for a client of another account, `limit_reached` if the account has
 * too many keys, and `session_revoked` if the session has ended meanwhile.
 */
export async function createApiKey(
  { account, session }: Pick<SignedIn, "account" | "session">,
  { clientId, name, scopes = DEFAULT_SCOPES }: ApiKeyForm,
  { apiKeys, random, config }: Pick<AccountDependencies, "apiKeys" | "random" | "config">,
): Promise<{ key: ApiKey; text: string }> {
  const ulid = random.ulid();
  const { text, secret } = newApiKeyText(ulid, random.bytes);
  const prefix = apiKeyPrefix(ulid);
  const notice = apiKeyMadeMail({ publicUrl: config.publicUrl, prefix });
  const digest = secretDigest(secret);
  const draft = { ulid, clientId, name, prefix, scopes, digest, sessionId: session.id, notice };
  const key = await apiKeys.create(account.id, draft);
  return { key, text };
}
