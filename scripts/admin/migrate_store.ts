import { isFilePath, openRawStore } from "../../src/store/moving/open_raw_store.ts";
import { type Moved, moveStore } from "../../src/store/moving/move_store.ts";
import { holdsOf, prepareTarget, refuseAsSource, refuseClosedSource } from "../../src/store/moving/prepare_move.ts";
import type { RawStore } from "../../src/store/moving/raw_store.ts";
import type { AdminContext, Command } from "./command.ts";
import { digestLine, passLine } from "./copy_lines.ts";
import { exists, folderOf, intoOneFile, removeDatabase, setAside } from "./store_file.ts";
import { UsageError } from "./usage_error.ts";

const REPLACE = "--replace";
const ABANDON = "--abandon";

export const migrateStore: Command = {
  name: "migrate-store",
  parameters: ["from", "to"],
  options: [REPLACE, ABANDON],
  summary: "Moves an installation from one KV_PATH to another while the service runs, with a short pause at the end",
  async run(places, context) {
    const [from = "", to = ""] = await Promise.all(places.map((place) => addressOf(place, context)));
    if (from === to) throw new UsageError("Cannot move a store to itself: name two different ones");
    const source = await openRawStore(from, { as: "source" });
    try {
      if (context.given.has(ABANDON)) return await abandon(source, to, context);
      await refuseAsSource(source);
      const { source: digest, target: copied, pauseMs } = isFilePath(to)
        ? await moveIntoFile(source, to, context)
        : await moveIntoServer(source, to, context);
      context.print(digestLine(source.shown, digest));
      context.print(digestLine("the store that it was moved to", copied));
      context.print(
        `The installation is moved; it has stored nothing for ${
          Math.round(pauseMs)
        } ms. Start the services anew with ` +
          `KV_PATH set to the store that it was moved to. The store "${source.shown}" stays as it is and refuses writes`,
      );
    } finally {
      await source.end();
    }
  },
};

/**
 * Returns the address of a store that an argument names: the setting for the word `KV_PATH`, the content of a file for
 * its path behind an `@`, so that no password stands in the list of processes, and otherwise the argument itself.
 */
async function addressOf(place: string, { config }: AdminContext): Promise<string> {
  if (place === "KV_PATH") return config.kvPath;
  if (!place.startsWith("@")) return place;
  try {
    return (await Deno.readTextFile(place.slice(1))).trim();
  } catch (error) {
    throw new UsageError(`Cannot read an address from "${place.slice(1)}": ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function moveIntoServer(source: RawStore, to: string, context: AdminContext): Promise<Moved> {
  const target = await openRawStore(to, { as: "target" });
  try {
    await prepareTarget(source, target, { replaces: context.given.has(REPLACE) });
    return await move(source, target, context);
  } finally {
    await target.end();
  }
}

/** Moves an installation into a new file beside the place of the store, and puts it there when it is complete. */
async function moveIntoFile(source: RawStore, to: string, context: AdminContext): Promise<Moved> {
  const unfinished = unfinishedFile(to);
  await Deno.mkdir(folderOf(to), { recursive: true });
  if (await exists(to)) {
    if (!context.given.has(REPLACE)) {
      throw new UsageError(
        `Cannot move into the file "${to}": there is such a file already, which ${REPLACE} sets aside. Where the same ` +
          "command put it there, nothing is left to do",
      );
    }
    if (await Deno.realPath(to) === await realPathOf(source)) throw new UsageError("Cannot move a store to itself");
    // A process that has the file open would go on to write to it.
    intoOneFile(to);
  }
  await refuseClosedSource(source, { isResumed: await exists(unfinished) });
  const target = await openRawStore(unfinished, { as: "target" });
  let moved: Moved;
  try {
    moved = await move(source, target, context);
  } finally {
    await target.end();
  }
  intoOneFile(unfinished);
  const former = await setAside(to, "move");
  await Deno.rename(unfinished, to);
  if (former !== null) context.print(`The file that was there is kept as "${former}"`);
  return moved;
}

async function realPathOf(source: RawStore): Promise<string | null> {
  return isFilePath(source.shown) ? await Deno.realPath(source.shown) : null;
}

function move(source: RawStore, target: RawStore, { print }: AdminContext): Promise<Moved> {
  return moveStore(source, target, {
    passed: (pass) => print(passLine(pass)),
    closing: (lastPassMs) =>
      print(`The service stores nothing from now on, for about ${Math.ceil(lastPassMs / 1_000)} s`),
  });
}

/** Lets the source of a move accept writes again, unless the move is complete. */
async function abandon(source: RawStore, to: string, { print }: AdminContext): Promise<void> {
  if (await isComplete(to, print)) {
    throw new UsageError(
      "Cannot abandon a move that is complete: what was stored since then would be lost. To go back, stop the services, " +
        `and move the installation back with ${REPLACE}`,
    );
  }
  if (isFilePath(to)) await removeDatabase(unfinishedFile(to));
  await source.openToWrites();
  print(`The store "${source.shown}" accepts writes`);
}

async function isComplete(to: string, print: AdminContext["print"]): Promise<boolean> {
  if (isFilePath(to)) return await exists(to) && !await exists(unfinishedFile(to));
  try {
    const target = await openRawStore(to, { as: "source" });
    try {
      return await holdsOf(target) === "an installation" && !await target.isClosedToWrites();
    } finally {
      await target.end();
    }
  } catch (error) {
    // A target that is gone is a reason to abandon a move.
    print(`${messageOf(error)}. It is left as it is`);
    return false;
  }
}

function unfinishedFile(to: string): string {
  return `${to}.moving`;
}
