import type { Encoding } from "../../accepted_encoding.ts";

/** Folder of what `deno task build:app` makes of the sources in `app/`. */
const BUILD = new URL("../../../../app/build/", import.meta.url);

/** Media type of each kind of asset, by the end of its name. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** An asset of the console in one content coding. */
export interface BuiltAsset {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

const files = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();

/**
 * Returns the HTML document of a page of the console, which names the scripts of this page. `items` is the number of
 * further segments of its path. A page without a document of its own, as one that does not exist, gets the common one.
 */
export async function documentOfPage(page: string, items: number): Promise<Uint8Array<ArrayBuffer>> {
  const own = isPlainName(page) ? await builtFile(`documents/${page}${".item".repeat(items)}.html`) : null;
  const found = own ?? await builtFile("documents/index.html");
  if (found === null) throw new Error("Cannot find app/build/documents/index.html: run deno task build:app");
  return found;
}

/**
 * Returns an asset of the console in a content coding, or null if there is none of this name. The build has compressed
 * every asset with brotli; no other coding is kept.
 */
export async function assetOf(name: string, encoding: Encoding | null): Promise<BuiltAsset | null> {
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const mediaType = Object.hasOwn(MEDIA_TYPES, ending) ? MEDIA_TYPES[ending] : undefined;
  if (mediaType === undefined || !isPlainName(name.slice(0, -1 - ending.length))) return null;
  const bytes = await builtFile(encoding === "br" ? `assets/${name}.br` : `assets/${name}`);
  return bytes === null ? null : { bytes, mediaType };
}

/** Whether a name is one that the build gives to a file, so that no name leads to another folder. */
function isPlainName(name: string): boolean {
  return /^[\w-]{1,100}$/.test(name);
}

/** Reads a file of the build once and keeps it, because the build does not change while a process lives. */
function builtFile(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const known = files.get(path);
  if (known !== undefined) return known;
  const read = readFile(path);
  // Names that do not exist are not kept: there is no end of them.
  void read.then((bytes) => bytes === null ? null : files.set(path, read), () => null);
  return read;
}

async function readFile(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await Deno.readFile(new URL(path, BUILD));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
