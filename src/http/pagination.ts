import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Page, PageRequest } from "../domain/page.ts";
import { wholeNumber } from "./query_fields.ts";

/** The list that a cursor goes on with: another list, filter or account takes no cursor of it. */
export interface ListIdentity {
  readonly list: string;
  readonly accountId: AccountId;
  readonly filter?: Readonly<Record<string, unknown>>;
}

/** Reads pages by cursors that clients cannot make or carry to another list. */
export interface Cursors {
  /** One page, its cursors taken from and given to the client. Throws `invalid_cursor`. */
  page<Item>(
    list: ListIdentity,
    query: { readonly limit: number; readonly cursor?: string | undefined },
    read: (page: PageRequest) => Promise<Page<Item>>,
  ): Promise<Page<Item>>;
}

/** The query parameters of every paginated list. */
export const pageQuery = {
  limit: wholeNumber({ min: 1, max: 100 }).default(20).meta({ description: "Items of a page at most" }),
  cursor: z.string().max(1_024).optional().meta({ description: "The next_cursor of the page before" }),
};

/** The body of a page. */
export function pageOf<Item extends z.ZodType>(item: Item, id: string): PageSchema<Item> {
  return z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() }).meta({ id });
}

type PageSchema<Item extends z.ZodType> = z.ZodObject<
  { items: z.ZodArray<Item>; next_cursor: z.ZodNullable<z.ZodString> },
  z.core.$strict
>;

/**
 * Cursors signed by a secret that all processes on the store share: `<position, base64url>.<HMAC-SHA256, base64url>`.
 */
export function signedCursors(secret: () => Promise<Uint8Array>): Cursors {
  const macOf = async (list: ListIdentity, position: string): Promise<string> => {
    const filter = Object.entries(list.filter ?? {}).filter(([, value]) => value !== undefined).sort();
    const signed = JSON.stringify([list.list, list.accountId, filter, position]);
    return createHmac("sha256", await secret()).update(signed).digest("base64url");
  };
  const seal = async (list: ListIdentity, position: string): Promise<string> => {
    const encoded = new TextEncoder().encode(position).toBase64({ alphabet: "base64url", omitPadding: true });
    return `${encoded}.${await macOf(list, position)}`;
  };
  const open = async (list: ListIdentity, cursor: string): Promise<string> => {
    const position = positionOf(cursor);
    if (position === null || !sameText(cursor, await seal(list, position))) throw invalidCursor();
    return position;
  };
  return {
    async page(list, { limit, cursor }, read) {
      const page = await read({ limit, cursor: cursor === undefined ? null : await open(list, cursor) });
      return { items: page.items, nextCursor: page.nextCursor === null ? null : await seal(list, page.nextCursor) };
    },
  };
}

function positionOf(cursor: string): string | null {
  const [encoded] = cursor.split(".");
  if (!/^[A-Za-z0-9_-]+$/.test(encoded) || encoded.length % 4 === 1) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(encoded, { alphabet: "base64url" }));
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => new TextEncoder().encode(text));
  return a.length === b.length && timingSafeEqual(a, b);
}

function invalidCursor(): DomainError {
  return new DomainError(
    "invalid_cursor",
    "This cursor is not one of this list: take the next_cursor of its last page",
  );
}
