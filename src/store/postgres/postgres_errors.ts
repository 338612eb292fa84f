// @ts-types="./pg.d.ts"
import pg from "pg";
import { DomainError } from "../../domain/errors.ts";
import { StoreClosed } from "../closed_store.ts";

/** Codes of the server that tell of a connection that is over, or of a server that cannot serve one now. */
const CONNECTION_CODES = /^(08...|57P0[1-5])$/;
/** Code of a write to a server that has become a replica, or is read only. */
const READ_ONLY = "25006";
/** Code of a server that has all the connections that it takes. */
const NO_CONNECTION_LEFT = "53300";
/** Codes of a server that lets this user in no more: another password, or the database is gone. */
const NOT_LET_IN = /^(28...|3D000)$/;
/** Codes of a server without room for more data: its disk, its memory, its own limits, or a fault of the disk. */
const NO_ROOM = /^(53...|54000|58...)$/;
/** Code of the trigger that refuses every write while the store is closed to writes. */
export const CLOSED = "KV002";
/** Codes of a statement that was ended, or undone in favour of another, and that may succeed later. */
const LATER = /^(57014|40001|40P01|55P03)$/;

/**
 * Whether an error of the driver tells that a connection is of no more use: it broke, the server ends, or does not
 * answer. Whatever was sent over it may have happened. All that is no answer of the server counts, except faults in
 * what was to be sent.
 */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.code !== undefined && (CONNECTION_CODES.test(error.code) || error.code === READ_ONLY);
  }
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
}

/** Whether the server has all the connections that it takes, so that one may be free later. */
export function isOutOfConnections(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === NO_CONNECTION_LEFT;
}

/**
 * Returns the error that callers of the store get: `not_ready` where the database cannot be reached, has no room, or
 * the same call may succeed later; else the error itself, which is a defect.
 */
export function storeErrorOf(error: unknown): unknown {
  if (isLostConnection(error) || isOutOfConnections(error)) return unreachable(error);
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return error;
  if (NOT_LET_IN.test(error.code)) return unreachable(error);
  if (error.code === CLOSED) return new StoreClosed();
  if (NO_ROOM.test(error.code)) return notReady("The service cannot store anything now: try again later", error);
  if (LATER.test(error.code)) return tooBusy(error);
  return error;
}

/** Returns the error of a call that waited in vain for its turn or for the entries that others change. */
export function tooBusy(cause: unknown): DomainError {
  return notReady("The service is too busy to store this: try again later", cause);
}

function unreachable(cause: unknown): DomainError {
  return notReady("The service cannot reach its store now: try again later", cause);
}

function notReady(detail: string, cause: unknown): DomainError {
  const error = new DomainError("not_ready", detail);
  error.cause = cause;
  return error;
}
