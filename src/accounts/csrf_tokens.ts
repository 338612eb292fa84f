import type { Random } from "../runtime/random.ts";
import type { TextSigner } from "./text_signer.ts";

/**
 * Makes and checks CSRF tokens, which a browser repeats in the header `X-CSRF-Token`. Each token belongs to one
 * session.
 */
export interface CsrfTokens {
  tokenOf(sessionId: string): Promise<string>;
  /** Returns the id of the session that a CSRF token was made for; null if this service did not make the token. */
  sessionOf(token: string): Promise<string | null>;
}

const NONCE_BYTES = 16;
const PATTERN = /^(ses_[0-9A-Z]{26})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Returns a maker and checker of CSRF tokens of the form `<session>.<nonce>.<HMAC-SHA-256 of both>`. Each call of
 * `tokenOf` makes a new token. The check reads no session: a token verifies for at least 30 days, the longest life of
 * the refresh token that comes with it.
 */
export function csrfTokens(signer: TextSigner, random: Pick<Random, "bytes">): CsrfTokens {
  return {
    async tokenOf(sessionId) {
      const nonce = random.bytes(NONCE_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
      const content = `${sessionId}.${nonce}`;
      return `${content}.${await signer.sign(content)}`;
    },
    async sessionOf(token) {
      const [, sessionId, nonce, given] = PATTERN.exec(token) ?? [];
      if (sessionId === undefined || given === undefined) return null;
      return await signer.verifies(`${sessionId}.${nonce}`, given) ? sessionId : null;
    },
  };
}
