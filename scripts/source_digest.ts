/** A committed file that a compiler made of sources. Paths are relative to the repository; a source may be a folder. */
export interface BuiltArtefact {
  readonly sources: readonly string[];
  readonly binary: string;
  /** Where `writeDigest` keeps the digests of both. */
  readonly digest: string;
  /** The command that builds it anew. */
  readonly command: string;
}

/** Why the committed artefact does not belong to its sources, or null when it does. */
export async function staleReason(artefact: BuiltArtefact): Promise<string | null> {
  const recorded = await readIfPresent(artefact.digest);
  if (recorded === null) return `Cannot find ${artefact.digest}, run "${artefact.command}"`;
  const [sources, binary] = recorded.trim().split("\n");
  if (sources !== (await sourceDigest(artefact.sources))) {
    return `${artefact.binary} is older than its sources, run "${artefact.command}"`;
  }
  if (binary !== (await sourceDigest([artefact.binary]))) {
    return `${artefact.binary} is not what the compiler wrote, run "${artefact.command}"`;
  }
  return null;
}

/** Records the digests of the sources and of the binary as they are now. */
export async function writeDigest(artefact: BuiltArtefact): Promise<void> {
  const digests = [await sourceDigest(artefact.sources), await sourceDigest([artefact.binary])];
  await Deno.writeTextFile(inRepository(artefact.digest), digests.join("\n") + "\n");
}

/** SHA-256, in hexadecimal, of the paths and bytes of all files in these files and folders, in the order of their paths. */
export async function sourceDigest(paths: readonly string[]): Promise<string> {
  const files: string[] = [];
  for (const path of paths) files.push(...(await filesIn(path)));
  files.sort();
  const parts: Uint8Array[] = [];
  for (const file of new Set(files)) {
    const bytes = await Deno.readFile(inRepository(file));
    parts.push(new TextEncoder().encode(`${file}\0${bytes.length}\0`), bytes);
  }
  const whole = new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole)).toHex();
}

/** The address of a path of the repository. */
export function inRepository(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}

async function filesIn(path: string): Promise<string[]> {
  if ((await Deno.stat(inRepository(path))).isFile) return [path];
  const files: string[] = [];
  for await (const entry of Deno.readDir(inRepository(path))) files.push(...(await filesIn(`${path}/${entry.name}`)));
  return files;
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(inRepository(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
