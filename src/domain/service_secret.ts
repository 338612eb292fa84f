import { DOWNLOAD_LINK_MS } from "./artifact.ts";
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from "./instant.ts";
import { REFRESH_TOKEN_MS } from "./session.ts";

/** What the service signs with beside access tokens. */
export type ServiceSecretName = keyof typeof SIGNED_FOR_MS;

/** How long what is signed by a secret is good, and the secret with it once another one signs. */
const SIGNED_FOR_MS = {
  /** The life of the cookie that comes with it. */
  csrf: REFRESH_TOKEN_MS,
  /** A cursor has no end of its own: whoever pages through a list for longer begins it anew. */
  cursor: DAY_MS,
  signed_url: DOWNLOAD_LINK_MS,
} as const;

/** Every name of a secret. */
export const SERVICE_SECRET_NAMES: readonly ServiceSecretName[] = ["csrf", "cursor", "signed_url"];

/** A secret of the service. */
export interface ServiceSecret {
  readonly secret: Uint8Array<ArrayBuffer>;
  /** From when on it signs, until the next one does. */
  readonly signsFrom: Instant;
}

/** After this long a process reads the secrets again. */
export const SECRETS_FRESH_MS = MINUTE_MS;

/** As much as the clocks of two processes are apart. */
const CLOCKS_APART_MS = 5 * SECOND_MS;

/** When a secret that is made at a moment signs: once every process knows it. */
export function signsFromOf(now: Instant): Instant {
  return now + SECRETS_FRESH_MS + CLOCKS_APART_MS;
}

/** The secret that signs, of those of one name, newest first. */
export function signingSecret(secrets: readonly ServiceSecret[], now: Instant): ServiceSecret {
  const signing = secrets.find(({ signsFrom }) => signsFrom <= now) ?? secrets.at(-1);
  if (signing === undefined) throw new Error("There is no secret to sign with");
  return signing;
}

/**
 * Those that verify, of the secrets of one name, newest first: what signs or will, and what has signed until the last
 * of it has ended.
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
