import { MINUTE_MS } from "../../domain/instant.ts";
import { systemClock } from "../../runtime/clock.ts";
import { CopiedStore, type CopyDigests } from "./copied_store.ts";
import { copyUntilEqual, copyWhileWritten, type MoveListener } from "./move_store.ts";
import type { RawStore } from "./raw_store.ts";

/** Shortest time after which processes take away the mark of a backup that was killed. */
const HELD_AT_LEAST_MS = 2 * MINUTE_MS;

export interface BackUpOptions {
  /** Whether the source shows itself as it was at one moment. Otherwise its writes are held off at the end. */
  readonly isSnapshot: boolean;
  readonly listener: Pick<MoveListener, "passed">;
}

/**
 * Copies a store on a server into another store as it is at one moment, and returns the digests of both. Where a server
 * cannot show that moment, all writes are refused during the last pass. The mark for that ends by itself, so that a
 * backup that is killed stops no service.
 */
export async function backUpStore(
  source: RawStore,
  target: RawStore,
  { isSnapshot, listener }: BackUpOptions,
): Promise<CopyDigests> {
  if (isSnapshot || await source.isClosedToWrites()) return await copyStore(source, target);
  const copy = new CopiedStore(source, target);
  try {
    const { durationMs } = await copyWhileWritten(copy, listener);
    const act = (): Promise<CopyDigests> => copyUntilEqual(copy, { source, target });
    const digests = await whileHeldOff(source, { holdMs: 3 * durationMs, act });
    await copy.complete();
    return digests;
  } finally {
    copy.close();
  }
}

/** Copies a store that nobody writes to into another store, and returns the digests of both. */
export async function copyStore(source: RawStore, target: RawStore): Promise<CopyDigests> {
  const copy = new CopiedStore(source, target);
  try {
    await copy.lookAtTarget();
    const digests = await copyUntilEqual(copy, { source, target });
    await copy.complete();
    return digests;
  } finally {
    copy.close();
  }
}

async function whileHeldOff<Result>(
  source: RawStore,
  { holdMs, act }: { readonly holdMs: number; readonly act: () => Promise<Result> },
): Promise<Result> {
  await source.closeToWrites(systemClock.now() + Math.max(HELD_AT_LEAST_MS, holdMs));
  let result: Result;
  try {
    result = await act();
  } catch (error) {
    await source.openToWrites();
    throw error;
  }
  if (await source.openToWrites()) return result;
  throw new Error(
    `Cannot copy the store "${source.shown}" as it is at one moment: its writes were not held off for long enough; ` +
      "run this again when the service has less to do",
  );
}
