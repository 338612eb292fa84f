import type { Account } from "../../src/domain/account.ts";
import type { ApiClient } from "../../src/domain/api_client.ts";
import type { ApiKey } from "../../src/domain/api_key.ts";
import type { MailDraft } from "../../src/domain/mail.ts";
import { PLAN_LIMITS, type PlanLimits } from "../../src/domain/plan.ts";
import type { Session } from "../../src/domain/session.ts";
import type { User } from "../../src/domain/user.ts";
import type { SignUp } from "../../src/store/accounts.ts";
import type { ApiKeyDraft } from "../../src/store/api_keys.ts";
import type { ArtifactBucket } from "../../src/store/bucket_objects.ts";
import type { StoreContext } from "../../src/store/context.ts";
import type { Repositories } from "../../src/store/mod.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { type EncodedKv, encodedKv } from "../../src/store/encoded_kv.ts";

/** A store in its own temporary file, which one test uses. */
export interface TemporaryStore extends StoreContext {
  readonly store: Store;
  /** Clock that the test's store reads; a test sets its time. */
  readonly clock: { now(): number; nowMs: number };
  readonly path: string;
  /** The plain Deno KV of the test's store. `kv` wraps it with an encoding of values. */
  readonly rawKv: Deno.Kv;
  /** Opens the file of the test's store again, as another process would. */
  openAgain(): Promise<Store>;
  /** Returns every key of the test's store, as JSON. */
  list(): Promise<string[]>;
}

/**
 * Runs a test with a new store in a temporary folder, which is then removed. The clock of the store stands at
 * 2026-05-20 12:00 UTC until the test moves it. `kv` of the context is a second handle on the same file.
 */
export async function withStore(
  test: (temporary: TemporaryStore) => Promise<void>,
  { planLimits = PLAN_LIMITS, artifactBucket = null }: {
    planLimits?: PlanLimits;
    artifactBucket?: ArtifactBucket | null;
  } = {},
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/kv.sqlite3`;
  const clock = { nowMs: Date.UTC(2026, 4, 20, 12), now: () => clock.nowMs };
  const random = sourceOfChance();
  const stores: Store[] = [];
  const open = async (): Promise<Store> => {
    const opened = await openStore({ path, planLimits, artifactBucket, clock, random });
    stores.push(opened);
    return opened;
  };
  const store = await open();
  const rawKv = await Deno.openKv(path);
  const kv = encodedKv(rawKv);
  const openAgain = open;
  const list = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key } of kv.list({ prefix: [] })) found.push(JSON.stringify(key));
    return found;
  };
  try {
    await test({ store, kv, rawKv, clock, random, path, openAgain, list });
  } finally {
    kv.close();
    for (const opened of stores) opened.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns a source of chance for tests: real random bytes, and ULIDs that increase from call to call. */
export function sourceOfChance(): StoreContext["random"] {
  let counted = 0;
  return {
    bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ulid: () => {
      const digits = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => CROCKFORD[byte % 32]).join("");
      return `01K${(++counted).toString().padStart(15, "0")}${digits}`;
    },
  };
}

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Test helper. Returns the sign-up of a new account with an email address. */
export function signUpOf(email: string): SignUp {
  return {
    email,
    fullName: "Ada Example",
    passwordHash: "$argon2id$…",
    plan: "free",
    verification: { digest: `digest of ${email}`, mail: mailTo(email) },
  };
}

export function mailTo(to: string): MailDraft {
  return { to, subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
}

/**
 * Test helper. Returns the data of an API key that is yet to be created for an API client, by no session. The digest of
 * its secret is the text `digest`.
 */
export function apiKeyDraft(clientId: string, ulid = "01K0000000000000000000000K"): ApiKeyDraft {
  return {
    ulid,
    clientId,
    name: "Desk key",
    prefix: `pos_${ulid}`,
    scopes: ["jobs:read"],
    digest: "digest",
    sessionId: null,
  };
}

/** Test helper. Creates an account on the plan `free` with a user, a session, an API client and an API key. */
export async function accountWithCredentials(store: Repositories, email = "ada@example.com"): Promise<Credentials> {
  const { account, user } = await store.accounts.signUp(signUpOf(email));
  const { credentialGeneration } = user;
  const start = { userId: user.id, credentialGeneration, refreshDigest: `first of ${email}` };
  const session = await store.sessions.start(account.id, start);
  const client = await store.apiClients.create(account.id, { name: "Desk", description: null });
  const key = await store.apiKeys.create(account.id, apiKeyDraft(client.id, account.id.slice("acc_".length)));
  return { account, user, session, client, key, refreshDigest: start.refreshDigest };
}

export interface Credentials {
  readonly account: Account;
  readonly user: User;
  readonly session: Session;
  readonly client: ApiClient;
  readonly key: ApiKey;
  readonly refreshDigest: string;
}

/**
 * Test helper. Wraps the KV of a store so that every commit after the given number of commits throws, as if the process
 * had been killed.
 */
export function stoppingAfter(kv: EncodedKv, commits: number): EncodedKv {
  let left = commits;
  return new Proxy(kv, {
    get(target, name) {
      if (name === "commit" && left-- <= 0) throw new Error("killed");
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
