import { argon2idOfRuntime } from "../../src/accounts/argon2id.ts";
import { passwords } from "../../src/accounts/passwords.ts";
import { secretDigest } from "../../src/accounts/secrets.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { openStore } from "../../src/store/open_store.ts";
import { type BenchedService, FORWARDED } from "./benched_service.ts";
import { PromptClient } from "./prompt_client.ts";

const PASSWORD = "Correct horse";

/**
 * Creates an account with a password and a verified address. Writes it directly to the store at a path, without the
 * HTTP routes.
 */
export async function addPerson(path: string, email: string): Promise<void> {
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
  const argon2id = argon2idOfRuntime();
  const passwordHash = await passwords({ argon2id, randomBytes: systemRandom.bytes, concurrency: 1 }).hash(PASSWORD);
  const mail = { to: email, subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
  const verification = { digest: secretDigest(email), mail };
  const signUp = { email, fullName: "Person", passwordHash, plan: "free", verification } as const;
  const { account } = await store.accounts.signUp(signUp);
  await store.accounts.verifyEmail(account.id);
  await store.close();
}

/** A signed-in caller of a service: an HTTP client and its access token. */
export interface SignedIn {
  readonly client: PromptClient;
  readonly accessToken: string;
}

/** Signs in to a service with an account that `addPerson` created. */
export async function signedIn(service: BenchedService, email: string): Promise<SignedIn> {
  const { port } = service;
  const certificate = service.certificate === "" ? null : service.certificate;
  const headers = { "content-type": "application/json", ...certificate === null ? FORWARDED : {} };
  const client = new PromptClient({ port, certificate, headers });
  const { status, text } = await client.send("POST", "/auth/login", JSON.stringify({ email, password: PASSWORD }));
  client.close();
  if (status !== 200) throw new Error(`Cannot sign in: ${status} ${text}`);
  const accessToken: string = JSON.parse(text).access_token;
  const signed = { ...headers, authorization: `Bearer ${accessToken}` };
  return { client: new PromptClient({ port, certificate, headers: signed }), accessToken };
}
