import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import { type Instant, MINUTE_MS } from "../domain/instant.ts";

/** One artifact of one job: all that a link opens. */
export interface ArtifactAddress {
  readonly accountId: AccountId;
  readonly jobId: JobId;
  readonly name: string;
}

export interface SignedUrl {
  readonly url: string;
  readonly expiresAt: Instant;
}

/** Makes and opens links to artifacts that need no credential. */
export interface SignedUrls {
  /** A link that opens the artifact for 15 minutes. */
  urlOf(artifact: ArtifactAddress): Promise<SignedUrl>;
  /** What a link opens. Throws `link_invalid` where this service did not make it, or it is too old. */
  open(token: string): Promise<ArtifactAddress>;
}

export interface SignedUrlParts {
  /** Shared by every process on the store. */
  readonly secret: () => Promise<Uint8Array>;
  readonly clock: { now(): Instant };
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

const OPEN_FOR_MS = 15 * MINUTE_MS;

/** What is signed: account, job, name, and the end of its time in milliseconds. */
const signedContent = z.tuple([
  z.string().brand<"AccountId">(),
  z.string().brand<"JobId">(),
  z.string(),
  z.number(),
]);

/** Links signed with HMAC-SHA256: `/downloads/<content, base64url>.<signature, base64url>`. */
export function signedUrls({ secret, clock, publicUrl }: SignedUrlParts): SignedUrls {
  const macOf = async (encoded: string): Promise<string> =>
    createHmac("sha256", await secret()).update(`download ${encoded}`).digest("base64url");
  return {
    async urlOf({ accountId, jobId, name }) {
      const expiresAt = clock.now() + OPEN_FOR_MS;
      const content: z.output<typeof signedContent> = [accountId, jobId, name, expiresAt];
      const encoded = new TextEncoder().encode(JSON.stringify(content)).toBase64(BASE64URL);
      return { url: `${publicUrl}/downloads/${encoded}.${await macOf(encoded)}`, expiresAt };
    },
    async open(token) {
      const [encoded, mac, ...rest] = token.split(".");
      if (mac === undefined || rest.length > 0 || !isSame(mac, await macOf(encoded))) throw linkInvalid();
      const bytes = Uint8Array.fromBase64(encoded, { alphabet: "base64url" });
      const [accountId, jobId, name, expiresAt] = signedContent.parse(JSON.parse(new TextDecoder().decode(bytes)));
      if (clock.now() >= expiresAt) throw linkInvalid();
      return { accountId, jobId, name };
    },
  };
}

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

function isSame(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => new TextEncoder().encode(text));
  return a.length === b.length && timingSafeEqual(a, b);
}

function linkInvalid(): DomainError {
  return new DomainError("link_invalid", "This link is wrong or older than 15 minutes: ask for a new one");
}
