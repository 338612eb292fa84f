import { DomainError } from "../domain/errors.ts";
import type { ClientDeadlines } from "./client_deadlines.ts";
import { DEFAULT_BODY_BYTES, readBody } from "./middleware/body_limit.ts";
import { uniqueValues } from "./query_values.ts";

/**
 * Reads the fields of a form of at most 64 KiB that is the body of a request. Fields without a value are left out.
 * Throws `unsupported_media_type`, `body_too_large`, `malformed_json` for a body that is no UTF-8 or was not sent in
 * time, and `validation_failed` for a repeated field and for texts that are unsafe for a store.
 */
export async function readFormBody(
  request: Request,
  deadlines: ClientDeadlines,
): Promise<Readonly<Record<string, string>>> {
  requireForm(request.headers);
  const bytes = await readBody(request, { maxBytes: DEFAULT_BODY_BYTES, deadlines });
  const { values, faults } = uniqueValues(new URLSearchParams(textOf(bytes)), null);
  const [first] = faults;
  if (first !== undefined) throw new DomainError("validation_failed", first.detail, { faults });
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DomainError("malformed_json", "Cannot read the body: it is not UTF-8");
  }
}

function requireForm(headers: Headers): void {
  const given = headers.get("content-type") ?? "none";
  const [type = ""] = given.split(";");
  if (type.trim().toLowerCase() === "application/x-www-form-urlencoded") return;
  const shown = JSON.stringify(given.slice(0, 100));
  const needed = "application/x-www-form-urlencoded is needed";
  throw new DomainError("unsupported_media_type", `Cannot take content type ${shown}: ${needed}`);
}
