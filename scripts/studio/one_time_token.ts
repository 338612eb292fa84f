import { timingSafeEqual } from "node:crypto";
import { newSecret, type RandomBytes, secretDigest } from "../../src/accounts/secrets.ts";

/** What came of a token that somebody sent: the first use of the right one, another use of it, or another token. */
export type TokenUse = "first" | "again" | "wrong";

/** A random token that opens the studio once. */
export class OneTimeToken {
  readonly text: string;
  #isUsed = false;

  constructor(randomBytes: RandomBytes) {
    this.text = newSecret(randomBytes);
  }

  /** Uses a token that somebody sent. The comparison takes the same time whatever was sent. */
  use(sent: string): TokenUse {
    if (!timingSafeEqual(bytesOf(secretDigest(sent)), bytesOf(secretDigest(this.text)))) return "wrong";
    if (this.#isUsed) return "again";
    this.#isUsed = true;
    return "first";
  }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
