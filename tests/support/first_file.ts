/** The first of some paths at which there is a file; undefined where there is none. */
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
