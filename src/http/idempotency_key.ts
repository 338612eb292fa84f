import { DomainError } from "../domain/errors.ts";

const CHARACTERS_AT_MOST = 255;

/**
 * Returns the value of the header `Idempotency-Key`, or null if it is not sent. Throws `validation_failed` if it is
 * empty or longer than 255 characters.
 */
export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null || (key.length >= 1 && key.length <= CHARACTERS_AT_MOST)) return key;
  const detail = `Cannot take an Idempotency-Key of ${key.length} characters: it takes 1 to ${CHARACTERS_AT_MOST}`;
  throw new DomainError("validation_failed", detail, { faults: [{ pointer: "/header/idempotency-key", detail }] });
}
