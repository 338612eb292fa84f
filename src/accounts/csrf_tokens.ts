import type { Random } from "../runtime/random.ts";
import type { TextSigner } from "./text_signer.ts";

/** The tokens that a browser echoes in `X-CSRF-Token`, each bound to one session. */
export interface CsrfTokens {
  tokenOf(sessionId: string): Promise<string>;
  /** The session that a token was made for; null where this service did not make it. */
  sessionOf(token: string): Promise<string | null>;
}

const NONCE_BYTES = 16;
const PATTERN = /^(ses_[0-9A-Z]{26})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Tokens `<session>.<nonce>.<HMAC-SHA-256 of both>`: made anew for every answer, good for as long as the session is,
 * and known to be of this service without a look into the store.
 */
export function csrfTokens(signer: TextSigner, random: Pick<Random, "bytes">): CsrfTokens {
  return {
    async tokenOf(sessionId) {
      const nonce = random.bytes(NONCE_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
      const content = `${sessionId}.${nonce}`;
      return `${content}.${await signer.sign(content)}`;
    },
    async sessionOf(token) {
      const fields = PATTERN.exec(token);
      if (fields === null) return null;
      const [, sessionId, nonce, given] = fields;
      return await signer.verifies(`${sessionId}.${nonce}`, given) ? sessionId : null;
    },
  };
}
