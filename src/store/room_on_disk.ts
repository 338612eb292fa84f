import { statfs as statfsOfNode } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { DomainError } from "../domain/errors.ts";
import { systemStopwatch } from "../runtime/clock.ts";
import type { AtomicWrite, EncodedKv } from "./encoded_kv.ts";

const statfs = promisify(statfsOfNode);
const MEBIBYTE = 1_024 ** 2;

/**
 * Room that content leaves free on the disk of the store; a quarter of a smaller disk. It must take what the log of the
 * file holds once more.
 */
const LEFT_FREE_MIB = 32;
const LEFT_FREE_PART = 1 / 4;
/**
 * Bytes of that log in daily use. While somebody reads the file for long, such as a backup, it grows with each write,
 * and goes to the file afterwards; content then leaves as much more free.
 */
const LOG_BYTES = 5 * MEBIBYTE;
/** Parts of that room which small records may take, without which no job could end and nothing be deleted. */
const RECORDS_MAY_TAKE = 3 / 4;
/** Bytes of a value that is no content, such as the key that signs cursors, which the first reading of a list makes. */
const SECRET_BYTES_AT_MOST = 256;
/** Milliseconds, and bytes of content, for which the room is taken for what it was. */
const LOOK_EVERY_MS = 50;
const LOOK_EVERY_BYTES = MEBIBYTE / 4;

/** Bytes of a disk: all of it, those that this process may still use, and those of the log of the store. */
interface Room {
  readonly totalBytes: number;
  readonly freeBytes: number;
  readonly logBytes: number;
}

/**
 * Wraps the KV of a file so that its writes leave room on the disk. The Deno runtime ends the process where a full
 * disk keeps it from deleting expired entries, so a write that would fill the disk is refused with `not_ready`, as
 * while the store is away. Deletions are never refused, but free room within the file alone, which never shrinks.
 * Without the permission `sys` for `statfs`, or for a disk that does not tell its room, the KV is left as it is.
 */
export async function withRoomOnDisk(kv: EncodedKv, path: string): Promise<EncodedKv> {
  const { state } = await Deno.permissions.query({ name: "sys", kind: "statfs" });
  if (state !== "granted" || (await roomOf(path)).totalBytes === 0) return kv;
  const look = lookedAt(() => roomOf(path));
  return {
    ...kv,
    async commit(write) {
      const isDeletion = write.mutations.every(({ type }) => type === "delete");
      if (!isDeletion) requireRoom(contentBytesOf(write), await look(contentBytesOf(write)));
      return await kv.commit(write);
    },
  };
}

async function roomOf(path: string): Promise<Room> {
  const [{ bsize, blocks, bavail }, logBytes] = await Promise.all([statfs(dirname(path)), bytesOf(`${path}-wal`)]);
  return { totalBytes: bsize * blocks, freeBytes: bsize * bavail, logBytes };
}

async function bytesOf(path: string): Promise<number> {
  try {
    return (await Deno.stat(path)).size;
  } catch (error) {
    // Another process that was the last to close the store has removed its log.
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

/** Returns a function that looks, or returns what was seen less than 50 ms and 256 KiB ago. */
function lookedAt(look: () => Promise<Room>): (bytes: number) => Promise<Room> {
  let seen: Promise<Room> | null = null, seenAtMs = -Infinity, writtenBytes = 0;
  return (bytes) => {
    const nowMs = systemStopwatch();
    writtenBytes += bytes;
    if (seen !== null && nowMs - seenAtMs < LOOK_EVERY_MS && writtenBytes < LOOK_EVERY_BYTES) return seen;
    [seenAtMs, writtenBytes] = [nowMs, 0];
    return seen = look();
  };
}

function contentBytesOf({ mutations }: AtomicWrite): number {
  const lengths = mutations.map((mutation) =>
    "value" in mutation && mutation.value instanceof Uint8Array ? mutation.value.length : 0
  );
  return lengths.filter((length) => length > SECRET_BYTES_AT_MOST).reduce((sum, length) => sum + length, 0);
}

function requireRoom(contentBytes: number, { totalBytes, freeBytes, logBytes }: Room): void {
  const kept = Math.min(LEFT_FREE_MIB * MEBIBYTE, LEFT_FREE_PART * totalBytes);
  const ofLog = Math.max(0, logBytes - LOG_BYTES);
  const least = contentBytes > 0 ? kept + ofLog : (1 - RECORDS_MAY_TAKE) * kept;
  if (freeBytes >= least) return;
  const error = new DomainError("not_ready", "The service has no room to store more at the moment: try again later");
  const [free, asked] = [freeBytes, least].map((bytes) => (bytes / MEBIBYTE).toFixed(1));
  const log = contentBytes > 0 && ofLog > 0
    ? `, or start its processes anew, which empties its log of ${Math.ceil(logBytes / MEBIBYTE)} MiB`
    : "";
  error.cause = new Error(
    `the disk of the store has ${free} MiB left, of which ${asked} stay free: make room on it${log}`,
  );
  throw error;
}
