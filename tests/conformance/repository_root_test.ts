import assert from "node:assert/strict";

/** Files and folders that git keeps in the root of the repository. */
const ROOT_ENTRIES = [
  ".ci",
  ".gitignore",
  "LICENSE",
  "README.md",
  "THIRD_PARTY_NOTICES.md",
  "app",
  "clients",
  "deno.json",
  "deno.lock",
  "deploy",
  "deploy.ts",
  "docs",
  "main.ts",
  "scripts",
  "solver",
  "src",
  "tests",
  "wasm",
];

const tracked = await trackedPaths();

Deno.test({
  name: "git keeps only the listed files and folders in the root of the repository, and no log of a process",
  ignore: tracked === null,
  fn() {
    const paths = tracked ?? [];
    const entries = new Set(paths.map((path) => path.replace(/\/.*$/s, "")));
    assert.deepEqual([...entries].sort(), ROOT_ENTRIES);
    assert.deepEqual(paths.filter((path) => path.endsWith(".log")), []);
  },
});

/**
 * Returns the paths that git keeps, from the root of the repository. Null where git is missing or the project is in no
 * repository of its own, such as an unpacked archive.
 */
async function trackedPaths(): Promise<readonly string[] | null> {
  const root = decodeURIComponent(new URL("../../", import.meta.url).pathname);
  try {
    await Deno.lstat(`${root}.git`);
    const { success, stdout } = await new Deno.Command("git", { args: ["-C", root, "ls-files", "-z"] }).output();
    return success ? new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "") : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
