import { z } from "zod";
import type { TextSigner } from "../accounts/text_signer.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import { wholeNumber } from "./query_fields.ts";

/**
 * Type that identifies the list that a paging cursor belongs to. A cursor is refused for another list, filter or
 * account.
 */
export interface ListIdentity {
  readonly list: string;
  readonly accountId: AccountId;
  readonly filter?: Readonly<Record<string, unknown>>;
}

/** Reader of pages of lists by cursors. Clients cannot forge a cursor or use it for another list. */
export interface Cursors {
  /**
   * Reads one page of a list. Checks the cursor that the client sent and signs the cursor of the next page. Throws
   * `invalid_cursor`.
   */
  page<Item>(
    list: ListIdentity,
    query: { readonly limit: number; readonly cursor?: string | undefined },
    read: (page: PageRequest) => Promise<Page<Item>>,
  ): Promise<Page<Item>>;
}

/** Schemas of the query parameters of every paginated list: page size and cursor. */
export const pageQuery = {
  limit: wholeNumber({ min: 1, max: 100 }).default(20).meta({ description: "Largest number of items on a page" }),
  cursor: z.string().max(1_024).optional().meta({ description: "The next_cursor of the previous page" }),
};

/**
 * Returns the schema of a page of a list: its items and the cursor of the next page. It is named `id` in the OpenAPI
 * document.
 */
export function pageOf<Item extends z.ZodType>(item: Item, id: string): PageSchema<Item> {
  return z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() }).meta({ id });
}

type PageSchema<Item extends z.ZodType> = z.ZodObject<
  { items: z.ZodArray<Item>; next_cursor: z.ZodNullable<z.ZodString> },
  z.core.$strict
>;

/** Returns the reader of list pages whose cursors are signed, in the form `<position, base64url>.<signature>`. */
export function signedCursors(signer: TextSigner): Cursors {
  const seal = async (list: ListIdentity, position: string): Promise<string> =>
    `${encodedPosition(position)}.${await signer.sign(signedText(list, position))}`;
  const open = async (list: ListIdentity, cursor: string): Promise<string> => {
    const [encoded = "", signature = "", ...rest] = cursor.split(".");
    const position = positionOf(encoded);
    if (position === null || encoded !== encodedPosition(position) || rest.length > 0) throw invalidCursor();
    if (!await signer.verifies(signedText(list, position), signature)) throw invalidCursor();
    return position;
  };
  return {
    async page(list, { limit, cursor }, read) {
      const page = await read({ limit, cursor: cursor === undefined ? null : await open(list, cursor) });
      return { items: page.items, nextCursor: page.nextCursor === null ? null : await seal(list, page.nextCursor) };
    },
  };
}

function signedText({ list, accountId, filter = {} }: ListIdentity, position: string): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined).sort();
  return JSON.stringify([list, accountId, given, position]);
}

function encodedPosition(position: string): string {
  return new TextEncoder().encode(position).toBase64({ alphabet: "base64url", omitPadding: true });
}

function positionOf(encoded: string): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(encoded) || encoded.length % 4 === 1) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(encoded, { alphabet: "base64url" }));
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function invalidCursor(): DomainError {
  return new DomainError(
    "invalid_cursor",
    "Cannot use the cursor: it does not belong to this list, send the next_cursor of its last page",
  );
}
