import { z } from "zod";
import type { TextSigner } from "../accounts/text_signer.ts";
import { DOWNLOAD_LINK_MS } from "../domain/artifact.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";

/** Type that identifies one artifact (file) of one job. A signed link opens only that file. */
export interface ArtifactAddress {
  readonly accountId: AccountId;
  readonly jobId: JobId;
  readonly name: string;
}

export interface SignedUrl {
  readonly url: string;
  readonly expiresAt: Instant;
}

/** Maker and reader of signed links to artifacts (files of jobs). A link needs no other credential. */
export interface SignedUrls {
  /** Returns a signed link that opens the artifact for 15 minutes. */
  urlOf(artifact: ArtifactAddress): Promise<SignedUrl>;
  /**
   * Returns the artifact that the token in a signed link names. Throws `link_invalid` if this service did not sign the
   * token, or the link has expired.
   */
  open(token: string): Promise<ArtifactAddress>;
}

export interface SignedUrlParts {
  readonly signer: TextSigner;
  readonly clock: { now(): Instant };
  /** Base URL of the service, without a slash at its end. */
  readonly publicUrl: string;
}

/**
 * Schema of a signed link's content: account id, job id, artifact name and time of expiry in milliseconds since 1970.
 */
const signedContent = z.tuple([
  z.string().brand<"AccountId">(),
  z.string().brand<"JobId">(),
  z.string(),
  z.number(),
]);

/** Makes the signer of links in the form `/downloads/<content, base64url>.<signature>`. */
export function signedUrls({ signer, clock, publicUrl }: SignedUrlParts): SignedUrls {
  return {
    async urlOf({ accountId, jobId, name }) {
      const expiresAt = clock.now() + DOWNLOAD_LINK_MS;
      const content: z.output<typeof signedContent> = [accountId, jobId, name, expiresAt];
      const encoded = new TextEncoder().encode(JSON.stringify(content)).toBase64(BASE64URL);
      return { url: `${publicUrl}/downloads/${encoded}.${await signer.sign(signedText(encoded))}`, expiresAt };
    },
    async open(token) {
      const [encoded = "", mac, ...rest] = token.split(".");
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

/**
 * Returns the text of a download link that is signed. Its prefix keeps it apart from other texts that the same secret
 * signs.
 */
function signedText(encoded: string): string {
  return `download ${encoded}`;
}

function linkInvalid(): DomainError {
  return new DomainError("link_invalid", "This link is wrong or older than 15 minutes: ask for a new one");
}
