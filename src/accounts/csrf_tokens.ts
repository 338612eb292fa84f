import { createHmac, timingSafeEqual } from "node:crypto";
import type { Random } from "../runtime/random.ts";

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
export function csrfTokens(secret: () => Promise<Uint8Array>, random: Pick<Random, "bytes">): CsrfTokens {
  const mac = async (content: string): Promise<string> =>
    createHmac("sha256", await secret()).update(content).digest("base64url");
  return {
    async tokenOf(sessionId) {
      const nonce = random.bytes(NONCE_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
      const content = `${sessionId}.${nonce}`;
      return `${content}.${await mac(content)}`;
    },
    async sessionOf(token) {
      const fields = PATTERN.exec(token);
      if (fields === null) return null;
      const [, sessionId, nonce, given] = fields;
      const expected = await mac(`${sessionId}.${nonce}`);
      return timingSafeEqual(bytesOf(given), bytesOf(expected)) ? sessionId : null;
    },
  };
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
