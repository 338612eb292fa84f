import { z } from "zod";
import type { TextSigner } from "../accounts/text_signer.ts";
import { DOWNLOAD_LINK_MS } from "../domain/artifact.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";

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
  readonly signer: TextSigner;
  readonly clock: { now(): Instant };
  /** Without a slash at its end. */
  readonly publicUrl: string;
}

/** What is signed: account, job, name, and the end of its time in milliseconds. */
const signedContent = z.tuple([
  z.string().brand<"AccountId">(),
  z.string().brand<"JobId">(),
  z.string(),
  z.number(),
]);

/** Signed links: `/downloads/<content, base64url>.<signature>`. */
export function signedUrls({ signer, clock, publicUrl }: SignedUrlParts): SignedUrls {
  return {
    async urlOf({ accountId, jobId, name }) {
      const expiresAt = clock.now() + DOWNLOAD_LINK_MS;
      const content: z.output<typeof signedContent> = [accountId, jobId, name, expiresAt];
      const encoded = new TextEncoder().encode(JSON.stringify(content)).toBase64(BASE64URL);
      return { url: `${publicUrl}/downloads/${encoded}.${await signer.sign(signedText(encoded))}`, expiresAt };
    },
    async open(token) {
      const [encoded, mac, ...rest] = token.split(".");
      if (mac === undefined || rest.length > 0) throw linkInvalid();
      if (!await signer.verifies(signedText(encoded), mac)) throw linkInvalid();
      const bytes = Uint8Array.fromBase64(encoded, { alphabet: "base64url" });
      const [accountId, jobId, name, expiresAt] = signedContent.parse(JSON.parse(new TextDecoder().decode(bytes)));
      if (clock.now() >= expiresAt) throw linkInvalid();
      return { accountId, jobId, name };
    },
  };
}

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

/** Told from what the same secret might sign elsewhere. */
function signedText(encoded: string): string {
  return `download ${encoded}`;
}

function linkInvalid(): DomainError {
  return new DomainError("link_invalid", "This link is wrong or older than 15 minutes: ask for a new one");
}
