import { DomainError } from "../../domain/errors.ts";
import { MOST_FILE_BYTES } from "../import_body.ts";
import { readStatement } from "../layouts/read_statement.ts";
import { readSheets } from "../read_sheets.ts";
import type { Statement } from "../statement.ts";
import { DAMAGED, TAKES_TOO_MUCH_MEMORY, UnreadableFile } from "../unreadable_file.ts";

/**
 * Parses the brokerage statement from the file in a request body (JSON in UTF-8). Throws
 * `HOLDINGS_FILE_UNREADABLE`, `body_too_large`, and the usual errors of an invalid request body.
 */
export async function statementOfBody(body: Uint8Array): Promise<Statement> {
  const base64 = base64Of(body) ?? await refused(body);
  try {
    return readStatement(readSheets(fileOf(base64)));
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw new DomainError("HOLDINGS_FILE_UNREADABLE", `Cannot read the file: ${faultOfFile(error)}`);
  }
}

/** Turns any error of reading a workbook into a message for the user. Unknown errors mean that the file is damaged. */
function faultOfFile(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message;
  return isOutOfMemory(error) ? TAKES_TOO_MUCH_MEMORY : DAMAGED;
}

/**
 * Whether an error of reading a workbook means that memory ran out, by the engine's messages for the cases in which the
 * process survives.
 */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError &&
    /allocation failed|invalid (string|array|typed array) length/i.test(error.message);
}

/**
 * Reads the field `content_base64` (the file) from a request body without loading the schema library. Returns null
 * where the body has another form or contains a unicode escape.
 */
function base64Of(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    if (text.includes("\\u")) return null;
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("content_base64" in value)) return null;
    const { content_base64 } = value;
    return Object.keys(value).length === 1 && typeof content_base64 === "string" ? content_base64 : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Validates by its schema a request body that `base64Of` cannot read, and returns its field `content_base64`. Only such
 * a body needs the schema library, which is therefore loaded here. Throws `malformed_json` or `validation_failed`.
 */
async function refused(body: Uint8Array): Promise<string> {
  const { bodyBySchema } = await import("./body_by_schema.ts");
  return bodyBySchema(body).content_base64;
}

function fileOf(base64: string): Uint8Array {
  const file = decoded(base64);
  if (file.length <= MOST_FILE_BYTES) return file;
  throw new DomainError(
    "body_too_large",
    `Cannot take a workbook of ${file.length} bytes: at most ${MOST_FILE_BYTES} are accepted`,
  );
}

/**
 * Decodes base64 and ignores the line breaks that many programs insert. Throws `HOLDINGS_FILE_UNREADABLE` for any other
 * text.
 */
function decoded(base64: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(base64, { lastChunkHandling: "strict" });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DomainError("HOLDINGS_FILE_UNREADABLE", `Cannot read the file: ${faultOfBase64(base64)}`);
  }
}

function faultOfBase64(base64: string): string {
  if (base64.startsWith("data:")) return "the content begins with data:, send only the part after the comma";
  if (/^[\w\s-]*=*\s*$/.test(base64) && /[-_]/.test(base64)) {
    return "the content is base64 in its form for URLs; send it with + and / in place of - and _";
  }
  return /^[\w\s+/]*=*\s*$/.test(base64)
    ? "the content is base64 padded wrongly; end it with = up to a multiple of four characters"
    : "the content is not base64; send the bytes of the file as base64";
}
