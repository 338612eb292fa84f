import { systemStopwatch } from "../../runtime/clock.ts";
import { CopiedStore, type CopyDigests } from "./copied_store.ts";
import type { RawStore } from "./raw_store.ts";

/** Number of changes of a pass after which the next one may be the last. */
const FEW_CHANGES = 1_000;
const PASSES_AT_MOST = 10;
/** Number of passes over a store without writes; entries whose time is over may vanish in between. */
const LAST_PASSES_AT_MOST = 5;

/** A pass over a store that accepts writes. */
export interface PassTold {
  readonly changed: number;
  readonly durationMs: number;
}

/** What a move did: the equal digests of both stores, and for how long the source had refused writes when it ended. */
export interface Moved extends CopyDigests {
  readonly pauseMs: number;
}

/** Functions that are told how far a move is. */
export interface MoveListener {
  passed(pass: PassTold): void;
  /** Called before the source refuses writes, with the milliseconds that the last pass took. */
  closing(lastPassMs: number): void;
}

/**
 * Moves an installation into another store while the source accepts writes, then lets the source refuse them, carries
 * the rest and compares digests over all entries of both. The source keeps refusing writes, and the target accepts
 * them. If anything fails before the target is complete, the source accepts writes again. A process that is killed
 * leaves a move that can be run again.
 */
export async function moveStore(source: RawStore, target: RawStore, listener: MoveListener): Promise<Moved> {
  const copy = new CopiedStore(source, target);
  try {
    const { durationMs } = await copyWhileWritten(copy, listener);
    listener.closing(durationMs);
    const since = systemStopwatch();
    let digests: CopyDigests;
    try {
      await source.closeToWrites(null);
      digests = await copyUntilEqual(copy, { source, target });
    } catch (error) {
      await openAgain(source, error);
      throw error;
    }
    // If this fails, nobody knows whether the target is complete: the source stays closed until the move is run again.
    await copy.complete();
    return { ...digests, pauseMs: systemStopwatch() - since };
  } finally {
    copy.close();
  }
}

async function openAgain(source: RawStore, cause: unknown): Promise<void> {
  try {
    await source.openToWrites();
  } catch {
    // The first error says more, and most likely both have one cause.
    throw new Error(
      `Cannot move the store "${source.shown}" (${
        cause instanceof Error ? cause.message : String(cause)
      }), and it may ` +
        "still refuse writes: run this again, or run it with --abandon",
      { cause },
    );
  }
}

/** Makes passes until few entries change in one, and returns the last of them. */
export async function copyWhileWritten(
  copy: CopiedStore,
  { passed }: Pick<MoveListener, "passed">,
): Promise<PassTold> {
  await copy.lookAtTarget();
  for (let pass = 1;; pass++) {
    const since = systemStopwatch();
    const changed = await copy.pass();
    const told = { changed, durationMs: systemStopwatch() - since };
    passed(told);
    if (pass === PASSES_AT_MOST || (pass > 1 && changed <= FEW_CHANGES)) return told;
  }
}

/**
 * Makes passes over a source without writes until both sides are equal, and returns their digests. Throws an `Error`
 * if they stay different, because another process writes to one of them.
 */
export async function copyUntilEqual(
  copy: CopiedStore,
  { source, target }: { readonly source: RawStore; readonly target: RawStore },
): Promise<CopyDigests> {
  for (let pass = 0; pass < LAST_PASSES_AT_MOST; pass++) {
    await copy.pass();
    const digests = copy.digests();
    if (digests.source.sha256 === digests.target.sha256) return digests;
  }
  throw new Error(
    `Cannot copy "${source.shown}" into "${target.shown}": they differ after ${LAST_PASSES_AT_MOST} passes, so another ` +
      "process writes to one of them; end it and run this again",
  );
}
