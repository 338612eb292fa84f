import type { Dependencies } from "../dependencies.ts";
import type { SigningKeySet } from "../domain/signing_key.ts";
import { accessTokens } from "./access_tokens.ts";
import { argon2idOfRuntime } from "./argon2id.ts";
import { backgroundWork } from "./background_work.ts";
import { csrfTokens } from "./csrf_tokens.ts";
import { passwords } from "./passwords.ts";
import { signingKeySource } from "./signing_key_source.ts";
import { rotateSigningKeys } from "./signing_keys.ts";

/** What accounts are served with. */
export type AccountServices = Pick<
  Dependencies,
  "accessTokens" | "signingKeys" | "csrfTokens" | "passwords" | "background"
>;

export interface AccountServiceOptions
  extends Pick<Dependencies, "signingKeySets" | "serviceSecrets" | "clock" | "random" | "log"> {
  /** The issuer of access tokens. */
  readonly publicUrl: string;
  /** The keys of a `SIGNING_KEYS_FILE`; null where they are made once and kept in the store. */
  readonly ownSigningKeys: SigningKeySet | null;
  /** How many passwords are hashed at once. */
  readonly hashesAtOnce: number;
}

/** Puts the services of accounts together, once for a process. */
export function accountServices(options: AccountServiceOptions): AccountServices {
  const { signingKeySets, serviceSecrets, clock, random, log, publicUrl, ownSigningKeys, hashesAtOnce } = options;
  const readKeys = ownSigningKeys === null
    ? () => signingKeySets.ensure(() => rotateSigningKeys(null))
    : () => Promise.resolve(ownSigningKeys);
  const signingKeys = signingKeySource(readKeys, clock);
  return {
    signingKeys,
    accessTokens: accessTokens({
      issuer: publicUrl,
      signingKeys,
      nowMs: () => clock.now(),
      newId: () => random.ulid(),
    }),
    csrfTokens: csrfTokens(once(() => serviceSecrets.get("csrf")), random),
    passwords: passwords({
      argon2id: argon2idOfRuntime(),
      randomBytes: (length) => random.bytes(length),
      concurrency: hashesAtOnce,
    }),
    background: backgroundWork(log),
  };
}

/** Reads a value that never changes; again only when it could not be read. */
function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | null = null;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}
