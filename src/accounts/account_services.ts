import type { PlanName } from "../domain/plan.ts";
import type { SigningKeySet } from "../domain/signing_key.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { Random } from "../runtime/random.ts";
import type { Repositories } from "../store/mod.ts";
import { type AccessTokens, accessTokens, type SigningKeySource } from "./access_tokens.ts";
import { type Argon2idCost, argon2idOfRuntime } from "./argon2id.ts";
import { type BackgroundWork, backgroundWork } from "./background_work.ts";
import { type CsrfTokens, csrfTokens } from "./csrf_tokens.ts";
import { type Passwords, passwords } from "./passwords.ts";
import { type SecurityLog, securityLog } from "./security_log.ts";
import { signingKeySource } from "./signing_key_source.ts";
import { rotateSigningKeys } from "./signing_keys.ts";
import { textSigner } from "./text_signer.ts";

/**
 * Type of the services for sign-in: access tokens, signing keys, CSRF tokens, passwords, background tasks and the
 * security log.
 */
export interface AccountServices {
  readonly accessTokens: AccessTokens;
  readonly signingKeys: SigningKeySource;
  readonly csrfTokens: CsrfTokens;
  readonly passwords: Passwords;
  /**
   * Runs tasks that a request starts without waiting for them. A graceful stop of the process waits for those tasks.
   */
  readonly background: BackgroundWork;
  readonly securityLog: SecurityLog;
}

/**
 * Type of everything that account operations (sign-up, sign-in, password reset, API keys) may use: account services,
 * store and settings.
 */
export interface AccountDependencies extends AccountServices, Repositories {
  readonly config: { readonly publicUrl: string; readonly defaultPlan: PlanName; readonly sendsMail: boolean };
  readonly random: Random;
}

export interface AccountServiceOptions
  extends Pick<Repositories, "signingKeySets" | "serviceSecrets" | "securityEvents"> {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Issuer of access tokens: the public address of the service. */
  readonly publicUrl: string;
  /**
   * Signing keys of access tokens, read from the `SIGNING_KEYS_FILE`. Null if the service uses the keys in its store,
   * which it makes if the store has none.
   */
  readonly ownSigningKeys: SigningKeySet | null;
  /** Largest number of passwords that are hashed at the same time. */
  readonly hashesAtOnce: number;
  /** Argon2id cost of new password hashes; `PASSWORD_COST` if absent. */
  readonly passwordCost?: Argon2idCost | undefined;
}

/** Builds the account services of a process: tokens, passwords, background work and security log. */
export function accountServices(options: AccountServiceOptions): AccountServices {
  const { signingKeySets, serviceSecrets, clock, random, log, publicUrl, ownSigningKeys } = options;
  const readKeys = ownSigningKeys === null
    ? () => signingKeySets.ensure(() => rotateSigningKeys(null, clock.now()))
    : () => Promise.resolve(ownSigningKeys);
  const signingKeys = signingKeySource(readKeys, clock);
  const background = backgroundWork(log);
  return {
    signingKeys,
    accessTokens: accessTokens({
      issuer: publicUrl,
      signingKeys,
      nowMs: () => clock.now(),
      newId: () => random.ulid(),
    }),
    csrfTokens: csrfTokens(textSigner("csrf", { serviceSecrets, clock }), random),
    passwords: passwords({
      argon2id: argon2idOfRuntime(),
      randomBytes: (length) => random.bytes(length),
      concurrency: options.hashesAtOnce,
      ...options.passwordCost && { cost: options.passwordCost },
    }),
    background,
    securityLog: securityLog({ ...options, background }),
  };
}
