import { z } from "zod";
import type { TextSigner } from "../accounts/text_signer.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Upload } from "../domain/upload.ts";

/** Type that identifies an upload. A link opens only that upload. */
export interface UploadAddress {
  readonly accountId: AccountId;
  readonly uploadId: string;
}

/** Maker and reader of signed links that take the file of an upload. A link needs no other credential. */
export interface UploadLinks {
  /** Returns the signed link of a new upload, which ends when the upload expires. */
  urlOf(upload: Pick<Upload, "id" | "accountId" | "expiresAt">): Promise<string>;
  /**
   * Returns the upload that the token in a link names. Throws `link_invalid` if this service did not sign the token, or
   * the link has ended.
   */
  open(token: string): Promise<UploadAddress>;
}

export interface UploadLinkParts {
  readonly signer: TextSigner;
  readonly clock: { now(): number };
  /** Base URL of the service, without a slash at its end. */
  readonly publicUrl: string;
}

/** Schema of a link's content: account id, upload id and time of expiry in milliseconds since 1970. */
const signedContent = z.tuple([z.string().brand<"AccountId">(), z.string(), z.number()]);

/** Makes the signer of links in the form `/uploads/content/<content, base64url>.<signature>`. */
export function uploadLinks({ signer, clock, publicUrl }: UploadLinkParts): UploadLinks {
  return {
    async urlOf({ id, accountId, expiresAt }) {
      const content: z.output<typeof signedContent> = [accountId, id, expiresAt];
      const encoded = new TextEncoder().encode(JSON.stringify(content)).toBase64(BASE64URL);
      return `${publicUrl}/uploads/content/${encoded}.${await signer.sign(signedText(encoded))}`;
    },
    async open(token) {
      const [encoded = "", mac, ...rest] = token.split(".");
      if (mac === undefined || rest.length > 0) throw linkInvalid();
      if (!await signer.verifies(signedText(encoded), mac)) throw linkInvalid();
      const bytes = Uint8Array.fromBase64(encoded, { alphabet: "base64url" });
      const [accountId, uploadId, expiresAt] = signedContent.parse(JSON.parse(new TextDecoder().decode(bytes)));
      if (clock.now() >= expiresAt) throw linkInvalid();
      return { accountId, uploadId };
    },
  };
}

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

/** Returns the text that is signed. Its prefix keeps it apart from other texts that the same secret signs. */
function signedText(encoded: string): string {
  return `upload ${encoded}`;
}

function linkInvalid(): DomainError {
  return new DomainError("link_invalid", "This link is wrong or older than an hour: make another upload");
}
