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

/** Signs texts by a secret that every process on the store knows, and that rotates. */
export interface TextSigner {
  /** HMAC-SHA-256 of a text, as 43 characters of base64url. */
  sign(text: string): Promise<string>;
  /** Whether a signature is of this text, by the secret that signs or a former one that is good still. */
  verifies(text: string, signature: string): Promise<boolean>;
}

export interface TextSignerParts {
  readonly serviceSecrets: Pick<ServiceSecretRepository, "ensure">;
  readonly clock: { now(): Instant };
}

/** Signs by the secrets of a name, which are read once a minute. */
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
  const [a, b] = [left, right].map((text) => new TextEncoder().encode(text));
  return a.length === b.length && timingSafeEqual(a, b);
}
