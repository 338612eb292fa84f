import { UsageError } from "../admin/usage_error.ts";

/** Endings of the names of files that the studio offers: tables that its page can read. */
const ENDINGS = [".csv", ".tsv", ".xlsx"] as const;
/** Largest file that the page is given, in bytes: the largest that a run can be uploaded with. */
export const MOST_BYTES = 256 * 1_024 ** 2;

/** A file of the folder, by its name. */
export interface OfferedFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * A folder of which the studio offers the tables by their names: regular files in the folder itself. Links, folders and
 * anything outside of the folder are not among them, whatever name is asked for.
 */
export class OfferedFolder {
  constructor(readonly path: string) {}

  /** Returns the tables of the folder, sorted by name. Throws if the folder cannot be read. */
  async files(): Promise<readonly OfferedFile[]> {
    const files: OfferedFile[] = [];
    for await (const { name, isFile } of Deno.readDir(this.path)) {
      if (!isFile || !isTable(name)) continue;
      const found = await Deno.lstat(`${this.path}/${name}`).catch(gone);
      if (found !== null) files.push({ name, bytes: found.size });
    }
    return files.toSorted((a, b) => a.name < b.name ? -1 : 1);
  }

  /**
   * Opens an offered file for reading. Returns null where the folder offers none of this name, also where a link has
   * taken its place in the meantime. Throws `UsageError` for one of more than 256 MiB.
   */
  async open(name: string): Promise<Deno.FsFile | null> {
    // Only a name that the folder lists itself is opened, so no name leads elsewhere.
    const offered = (await this.files()).find((file) => file.name === name);
    if (offered === undefined) return null;
    refuseLarge(offered);
    const file = await Deno.open(`${this.path}/${name}`).catch(gone);
    if (file === null) return null;
    const [opened, listed] = await Promise.all([file.stat(), Deno.lstat(`${this.path}/${name}`).catch(gone)]);
    if (listed?.isFile === true && listed.ino === opened.ino && listed.dev === opened.dev) return file;
    file.close();
    return null;
  }
}

/** The folder that the studio offers, and the name of the file in it that it opens at first; null for none. */
export interface Offer {
  readonly folder: OfferedFolder;
  readonly given: string | null;
}

/**
 * Returns what the studio offers to its caller: the folder of the file that the caller names, or the caller's folder
 * without one. `from` is the path of the caller's folder. Throws `UsageError` for a file that is not there, is no
 * regular file, no table or too large.
 */
export async function offerTo(from: string, path: string | undefined): Promise<Offer> {
  if (path === undefined) return { folder: new OfferedFolder(from), given: null };
  const whole = path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path) ? path : `${from}/${path}`;
  const name = whole.slice(Math.max(whole.lastIndexOf("/"), whole.lastIndexOf("\\")) + 1);
  const found = await Deno.lstat(whole).catch((error: unknown) => {
    throw unusable(path, error);
  });
  if (found.isSymlink) throw new UsageError(`Cannot open "${path}": it is a link; name the file itself`);
  if (found.isDirectory) throw new UsageError(`Cannot open "${path}": it is a folder; name a file in it`);
  if (!found.isFile) throw new UsageError(`Cannot open "${path}": it is no regular file`);
  if (!isTable(name)) throw new UsageError(`Cannot open "${path}": its name must end in ${ENDINGS.join(", ")}`);
  refuseLarge({ name: path, bytes: found.size });
  return { folder: new OfferedFolder(whole.slice(0, -1 - name.length) || "/"), given: name };
}

function isTable(name: string): boolean {
  return ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}

function refuseLarge({ name, bytes }: OfferedFile): void {
  if (bytes > MOST_BYTES) {
    throw new UsageError(`Cannot open "${name}": it is larger than ${MOST_BYTES >> 20} MiB; leave days or assets out`);
  }
}

function unusable(path: string, error: unknown): UsageError {
  if (error instanceof Deno.errors.NotFound) return new UsageError(`Cannot find the file "${path}"`);
  return new UsageError(`Cannot open "${path}": ${error instanceof Error ? error.message : error}`);
}

/** Returns null for a file that was removed in the meantime. Throws any other error again. */
function gone(error: unknown): null {
  if (error instanceof Deno.errors.NotFound) return null;
  throw error;
}
