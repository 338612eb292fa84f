import { newApiKeyText } from "../../src/accounts/api_key_text.ts";
import { secretDigest } from "../../src/accounts/secrets.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import type { AccountId } from "../../src/domain/identifier.ts";
import type { Store } from "../../src/store/open_store.ts";

/**
 * Creates an account and an API key that may submit jobs. Writes them directly to the store, without the HTTP routes.
 */
export async function keyOfNewAccount(
  store: Store,
  email: string,
): Promise<{ readonly accountId: AccountId; readonly key: string }> {
  const mail = { to: email, subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
  const verification = { digest: secretDigest(email), mail };
  const signUp = { email, fullName: "Person", passwordHash: "none", plan: "free", verification } as const;
  const { account } = await store.accounts.signUp(signUp);
  const client = await store.apiClients.create(account.id, { name: "Desk", description: null });
  const ulid = systemRandom.ulid();
  const { text, secret } = newApiKeyText(ulid, systemRandom.bytes);
  const draft = { ulid, clientId: client.id, name: "Key", prefix: "pos", digest: secretDigest(secret) };
  await store.apiKeys.create(account.id, { ...draft, scopes: ["jobs:write"], sessionId: null });
  return { accountId: account.id, key: text };
}
