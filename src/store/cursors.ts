import { createHmac, timingSafeEqual } from "node:crypto";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { ServiceSecretRepository } from "./service_secrets.ts";

/** What a cursor is good for: one list of one account under one filter. */
export interface CursorScope {
  readonly list: string;
  readonly accountId: AccountId;
  readonly filter: Readonly<Record<string, string | undefined>>;
}

/** Makes and reads the cursors of lists: a position, and a seal (HMAC-SHA-256) over it and the scope, which only this service can make. */
export interface Cursors {
  write(scope: CursorScope, position: readonly string[]): Promise<string>;
  /** Throws `invalid_cursor` for a cursor that this service did not make for this scope. */
  read(scope: CursorScope, cursor: string): Promise<readonly string[]>;
}

const SEAL_BYTES = 16;

export function cursorsWith(secrets: ServiceSecretRepository): Cursors {
  const sealOf = async (scope: CursorScope, text: string): Promise<Uint8Array> => {
    const hmac = createHmac("sha256", await secrets.get("cursor"));
    return hmac.update(canonical(scope)).update("\0").update(text).digest().subarray(0, SEAL_BYTES);
  };
  return {
    async write(scope, position) {
      const text = JSON.stringify(position);
      const sealed = new Uint8Array([...await sealOf(scope, text), ...new TextEncoder().encode(text)]);
      return sealed.toBase64({ alphabet: "base64url", omitPadding: true });
    },
    async read(scope, cursor) {
      const sealed = bytesOf(cursor);
      const text = new TextDecoder().decode(sealed.subarray(SEAL_BYTES));
      const [seal, expected] = [sealed.subarray(0, SEAL_BYTES), await sealOf(scope, text)];
      if (seal.length !== SEAL_BYTES || !timingSafeEqual(seal, expected)) throw invalidCursor();
      return positionOf(JSON.parse(text));
    },
  };
}

/** The filter in one order, whatever the order it was given in; a filter left out is no filter. */
function canonical({ list, accountId, filter }: CursorScope): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return JSON.stringify([list, accountId, given.sort(([a], [b]) => a < b ? -1 : 1)]);
}

function bytesOf(cursor: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(cursor, { alphabet: "base64url", lastChunkHandling: "loose" });
  } catch {
    throw invalidCursor();
  }
}

function positionOf(parsed: unknown): readonly string[] {
  if (!Array.isArray(parsed) || !parsed.every((part) => typeof part === "string")) throw invalidCursor();
  return parsed;
}

function invalidCursor(): DomainError {
  return new DomainError(
    "invalid_cursor",
    "Cannot use the cursor: pass the next_cursor of a page of this list, with the same filters",
  );
}
