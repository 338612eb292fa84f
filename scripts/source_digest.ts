import { readIfPresent } from "./read_if_present.ts";

/**
 * Compiler output that is committed beside its sources, with the paths of both. Paths name files or folders, relative
 * to `root`.
 */
export interface BuiltArtefact {
  readonly sources: readonly string[];
  readonly binary: string;
  /** Path of the file in which `writeDigest` records the digests of the sources and of the compiler output. */
  readonly digest: string;
  /** Command line that builds the compiler output again. */
  readonly command: string;
  /** Folder to which the paths of the compiler output and its sources are relative. Absent for the repository. */
  readonly root?: URL;
}

const REPOSITORY = new URL("../", import.meta.url);

/** Returns the reason why committed compiler output does not match its sources, or null where it does match. */
export async function staleReason(artefact: BuiltArtefact): Promise<string | null> {
  const { root = REPOSITORY } = artefact;
  const recorded = await readIfPresent(new URL(artefact.digest, root));
  if (recorded === null) return `Cannot find ${artefact.digest}, run "${artefact.command}"`;
  const [sources, binary] = recorded.trim().split("\n");
  if (sources !== (await sourceDigest(artefact.sources, root))) {
    return `${artefact.binary} is older than its sources, run "${artefact.command}"`;
  }
  if (binary !== (await sourceDigest([artefact.binary], root))) {
    return `${artefact.binary} is not what the compiler wrote, run "${artefact.command}"`;
  }
  return null;
}

/** Writes the current digests of the sources and of the compiler output to the digest file. */
export async function writeDigest(artefact: BuiltArtefact): Promise<void> {
  const { root = REPOSITORY } = artefact;
  const digests = [await sourceDigest(artefact.sources, root), await sourceDigest([artefact.binary], root)];
  await Deno.writeTextFile(new URL(artefact.digest, root), digests.join("\n") + "\n");
}

/**
 * Returns the SHA-256 digest, in hexadecimal, of the paths and bytes of all files in the given files and folders, in
 * the order of their paths.
 */
export async function sourceDigest(paths: readonly string[], root: URL = REPOSITORY): Promise<string> {
  const files: string[] = [];
  for (const path of paths) files.push(...(await filesIn(path, root)));
  files.sort();
  const parts: Uint8Array[] = [];
  for (const file of new Set(files)) {
    const bytes = await Deno.readFile(new URL(file, root));
    parts.push(new TextEncoder().encode(`${file}\0${bytes.length}\0`), bytes);
  }
  const whole = new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole)).toHex();
}

/** Returns the file URL of a path that is relative to the repository. */
export function inRepository(path: string): URL {
  return new URL(path, REPOSITORY);
}

async function filesIn(path: string, root: URL): Promise<string[]> {
  const address = new URL(path, root);
  if ((await Deno.stat(address)).isFile) return [path];
  const files: string[] = [];
  for await (const entry of Deno.readDir(address)) files.push(...(await filesIn(`${path}/${entry.name}`, root)));
  return files;
}
