import { createHmac, timingSafeEqual } from "node:crypto";
import type { Instant } from "../domain/instant.ts";
import {
  SECRETS_FRESH_MS,
  type ServiceSecret,
  type ServiceSecretName,
  signingSecret,
  verifyingSecrets,
} from "../domain/service_secret.ts";
import type { ServiceSecretRepository } from "../store/service_secrets.ts";

/** Signs and verifies texts by HMAC with a rotating secret that every process on the store shares. */
export interface TextSigner {
  /** Returns the HMAC-SHA-256 signature of a text as 43 characters of base64url. */
  sign(text: string): Promise<string>;
  /** Whether a signature belongs to a text, by the current secret or a former one that is still valid. */
  verifies(text: string, signature: string): Promise<boolean>;
}

export interface TextSignerParts {
  readonly serviceSecrets: Pick<ServiceSecretRepository, "ensure">;
  readonly clock: { now(): Instant };
}

/**
 * Returns a signer of texts that uses the secrets stored under a name. It reads those secrets from the store at most
 * once a minute.
 */
export function textSigner(name: ServiceSecretName, { serviceSecrets, clock }: TextSignerParts): TextSigner {
  let cached: { readonly secrets: Promise<readonly ServiceSecret[]>; readonly readAt: Instant } | null = null;
  const currentSecrets = (): Promise<readonly ServiceSecret[]> => {
    const now = clock.now();
    if (cached !== null && now - cached.readAt < SECRETS_FRESH_MS) return cached.secrets;
    const reading = { secrets: serviceSecrets.ensure(name), readAt: now };
    cached = reading;
    reading.secrets.catch(() => {
      if (cached === reading) cached = null;
    });
    return reading.secrets;
  };
  return {
    async sign(text) {
      return signatureBy(signingSecret(await currentSecrets(), clock.now()), text);
    },
    async verifies(text, signature) {
      const verifying = verifyingSecrets(name, await currentSecrets(), clock.now());
      return verifying.some((secret) => isSame(signature, signatureBy(secret, text)));
    },
  };
}

function signatureBy({ secret }: ServiceSecret, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

function isSame(left: string, right: string): boolean {
  const encoder = new TextEncoder();
  const a = encoder.encode(left), b = encoder.encode(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
