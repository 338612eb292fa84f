/** Test helper. Returns the first of the given paths at which a file exists; undefined if none exists. */
export function firstFile(paths: readonly string[]): string | undefined {
  return paths.find(isFile);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
