import { DOWNLOAD_LINK_MS } from "./artifact.ts";
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from "./instant.ts";
import { REFRESH_TOKEN_MS } from "./session.ts";

/** Type of the names of the secrets with which the service signs CSRF tokens, list cursors and download links. */
export type ServiceSecretName = keyof typeof SIGNED_FOR_MS;

/**
 * For each secret, the milliseconds for which what it signs must stay valid. A replaced secret still verifies for this
 * time plus `CLOCKS_APART_MS` after the next secret starts to sign.
 */
const SIGNED_FOR_MS = {
  /** The cookie with a CSRF token lasts as long as the refresh cookie that comes with it. */
  csrf: REFRESH_TOKEN_MS,
  /**
   * A list cursor has no expiry of its own. It ends about this long after its secret was replaced; then the client must
   * start the list again.
   */
  cursor: DAY_MS,
  signed_url: DOWNLOAD_LINK_MS,
} as const;

/** Names of all secrets with which the service signs CSRF tokens, list cursors and download links. */
export const SERVICE_SECRET_NAMES: readonly ServiceSecretName[] = ["csrf", "cursor", "signed_url"];

/** Type of a secret with which the service signs texts, with its time of first use. */
export interface ServiceSecret {
  readonly secret: Uint8Array<ArrayBuffer>;
  /** When the secret starts to sign. It signs until a newer secret starts. */
  readonly signsFrom: Instant;
}

/** Milliseconds for which a process caches the service's signing secrets before it reads them again. */
export const SECRETS_FRESH_MS = MINUTE_MS;

/** Largest assumed difference, in milliseconds, between the clocks of two processes on one store. */
const CLOCKS_APART_MS = 5 * SECOND_MS;

/** Returns when a new signing secret starts to sign: as soon as every process knows it. */
export function signsFromOf(now: Instant): Instant {
  return now + SECRETS_FRESH_MS + CLOCKS_APART_MS;
}

/**
 * Returns the secret that signs now, from the secrets of one name, newest first; the oldest if none has started to
 * sign. Throws an `Error` if there is none.
 */
export function signingSecret(secrets: readonly ServiceSecret[], now: Instant): ServiceSecret {
  const signing = secrets.find(({ signsFrom }) => signsFrom <= now) ?? secrets.at(-1);
  if (signing === undefined) throw new Error("There is no secret to sign with");
  return signing;
}

/**
 * Returns the secrets that still verify signatures, from those of one name, newest first: the current and future ones,
 * and former ones until their last signature has expired plus `CLOCKS_APART_MS`.
 */
export function verifyingSecrets(
  name: ServiceSecretName,
  secrets: readonly ServiceSecret[],
  now: Instant,
): readonly ServiceSecret[] {
  return secrets.filter((_, index) => {
    const next = secrets[index - 1];
    return next === undefined || now < next.signsFrom + SIGNED_FOR_MS[name] + CLOCKS_APART_MS;
  });
}
