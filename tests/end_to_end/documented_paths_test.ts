import assert from "node:assert/strict";
import { codeWords, markdownDocument } from "../support/markdown_document.ts";

const ROOT = new URL("../../", import.meta.url);
const README = markdownDocument("README.md");

Deno.test("the map of the README has a line for every folder and file of src, and no other", async () => {
  const entries = await Array.fromAsync(Deno.readDir(new URL("src/", ROOT)));
  const there = entries.map(({ name }) => name).filter((name) => !name.endsWith("_test.ts"));
  const mapped = README.rows().filter((cells) => cells.length === 2).flatMap(([cell]) => codeWords(cell));
  assert.deepEqual(mapped.toSorted(), there.toSorted());
});

Deno.test("every path that the README and the walk name is there, up to what a new file is called", async () => {
  const walk = markdownDocument("docs/walk.md");
  const missing = [];
  for (const path of [README, walk].flatMap(({ text }) => codeWords(withoutBlocks(text)).filter(isPath))) {
    const folders = ["", "src/", ...README.rows().flatMap(([cell]) => codeWords(cell).map((name) => `src/${name}/`))];
    const candidates = folders.map((folder) => new URL(folder + path.replace(/[^/]*<.*$/, ""), ROOT));
    if (!(await Promise.all(candidates.map(exists))).includes(true)) missing.push(path);
  }
  assert.deepEqual(missing, []);
});

Deno.test("every test and file that the security document names is there", async () => {
  const { text } = markdownDocument("docs/security.md");
  const named = codeWords(text).filter((word) => /^(src|tests|scripts|docs)\/[\w./]+$/.test(word));
  assert.ok(named.length > 50, `${named.length} names`);
  const missing = [];
  for (const path of new Set(named)) {
    const candidates = ["", "_test.ts"].map((ending) => new URL(path + ending, ROOT));
    if (!(await Promise.all(candidates.map(exists))).includes(true)) missing.push(path);
  }
  assert.deepEqual(missing, []);
});

function withoutBlocks(text: string): string {
  return text.replace(/^```[^]*?^```$/gm, "");
}

/**
 * Whether a word of a document is a path of the project: it contains a slash or ends in a file extension. A bare
 * `mod.ts` is none, because it may mean any of several folders.
 */
function isPath(word: string): boolean {
  return /^[\w.<>]+((\/[\w.<>]*)+|\.(ts|md))$/.test(word) && !/^mod(_test)?\.ts$/.test(word);
}

async function exists(url: URL): Promise<boolean> {
  try {
    await Deno.lstat(url);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
