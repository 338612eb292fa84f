// @ts-types="./pg.d.ts"
import pg from "pg";
import { DomainError } from "../../domain/errors.ts";
import { StoreClosed } from "../closed_store.ts";

/** Codes of the server that tell of a connection that is over, or of a server that cannot serve one now. */
const CONNECTION_CODES = /^(08...|57P0[1-5]|53300)$/;
/** Code of a write to a server that has become a replica, or is read only. */
const READ_ONLY = "25006";
/** Code of the trigger that refuses every write while the store is closed to writes. */
export const CLOSED = "KV002";
/** Codes of a server without room for more data: its disk, its memory, or one of its own limits. */
const NO_ROOM = /^(53...|54000)$/;
/** Codes of a statement that was ended, or undone in favour of another, and that may succeed later. */
const LATER = /^(57014|40001|40P01|55P03)$/;

/**
 * Whether an error tells that a connection is of no more use: it broke, the server ends, or does not answer. Whatever
 * was sent over it may have happened.
 */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.code !== undefined && (CONNECTION_CODES.test(error.code) || error.code === READ_ONLY);
  }
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && /^(E[A-Z]+|UND_ERR)/.test(error.code)) return true;
  return /connection (terminated|error|ended|closed)|timeout|socket|not queryable|connection reset|broken pipe/i
    .test(`${error.name} ${error.message}`);
}

/** Whether a client waited in vain for an answer, so that the server may be away for a while. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && !(error instanceof pg.DatabaseError) && /timeout|timed out/i.test(error.message);
}

/**
 * Returns the error that callers of the store get: `not_ready` where the database cannot be reached, has no room, or
 * the same call may succeed later; else the error itself, which is a defect.
 */
export function storeErrorOf(error: unknown): unknown {
  if (isLostConnection(error)) return notReady("The service cannot reach its store now: try again later", error);
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return error;
  if (error.code === CLOSED) return new StoreClosed();
  if (NO_ROOM.test(error.code)) return notReady("The service cannot store anything now: try again later", error);
  if (LATER.test(error.code)) return notReady("The service is too busy to store this: try again later", error);
  return error;
}

function notReady(detail: string, cause: unknown): DomainError {
  const error = new DomainError("not_ready", detail);
  error.cause = cause;
  return error;
}
