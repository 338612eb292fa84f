/**
 * A temporary folder with files for a test. It is removed at the end of the block that declares it with `await using`.
 */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  /** Writes a file into the test's temporary folder and creates its parent folders. */
  write(path: string, content: string | Uint8Array): Promise<void>;
}

/** Test helper. Creates a temporary folder with the given files, by relative path. */
export async function temporaryFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TemporaryFolder> {
  const path = await Deno.makeTempDir();
  const folder: TemporaryFolder = {
    path,
    async write(name, content) {
      await Deno.mkdir(`${path}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeFile(
        `${path}/${name}`,
        typeof content === "string" ? new TextEncoder().encode(content) : content,
      );
    },
    async [Symbol.asyncDispose]() {
      await Deno.remove(path, { recursive: true });
    },
  };
  for (const [name, content] of Object.entries(files)) await folder.write(name, content);
  return folder;
}
