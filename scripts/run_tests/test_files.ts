/**
 * Folders that hold the tests of the project. Those whose files take longest stand first, so that no core waits for the
 * last of them.
 */
const PLACES = ["tests", "scripts", "app", "src"];

/** Returns the paths of all test files of the project. */
export function testFiles(): readonly string[] {
  return PLACES.filter(exists).flatMap(testFilesIn);
}

/** Returns the test files below a folder in the order of their names, or the file itself where the path names one. */
export function testFilesIn(path: string): readonly string[] {
  if (isFolder(path)) {
    return [...Deno.readDirSync(path)].map(({ name }) => name).sort().flatMap((name) => testFilesIn(`${path}/${name}`));
  }
  return path.endsWith("_test.ts") ? [path] : [];
}

/** Returns whether a path that exists names a folder. */
export function isFolder(path: string): boolean {
  return Deno.statSync(path).isDirectory;
}

/** Returns whether a test file holds property tests: it imports fast-check through the module that seeds it. */
export function holdsProperties(file: string): boolean {
  return /^import fc from "/m.test(Deno.readTextFileSync(file));
}

/** Returns whether a path names a file or a folder. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
