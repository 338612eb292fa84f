import assert from "node:assert/strict";
import { codeWords, markdownDocument } from "../support/markdown_document.ts";

const ROOT = new URL("../../", import.meta.url);
const NAME = "decisions.md";
const INDEX = `docs/${NAME}`;
const BYTES_OF_FILE = 12_000, BYTES_TOGETHER = 70_000, WORDS_OF_DECISION = 60;

/** Names of folders that hold no file of the project's own. Hidden folders hold none either. */
const FOREIGN = new Set(["node_modules", "target"]);

const paths = await Array.fromAsync(decisionFiles(""));
const rooms = paths.filter((path) => path !== INDEX);

Deno.test(`every file of decisions has at most ${BYTES_OF_FILE} bytes, all together at most ${BYTES_TOGETHER}`, () => {
  const sizes = paths.map((path) => ({ path, bytes: new TextEncoder().encode(markdownDocument(path).text).length }));
  assert.deepEqual(sizes.filter(({ bytes }) => bytes > BYTES_OF_FILE), []);
  const together = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  assert.ok(together <= BYTES_TOGETHER, `${together} bytes`);
});

Deno.test(`every unnumbered decision begins with its subject in bold, and every decision has at most ${WORDS_OF_DECISION} words`, () => {
  for (const path of paths) {
    const items = itemsOf(markdownDocument(path).text);
    assert.ok(items.length > 0, path);
    for (const { isNumbered, text } of items) {
      const words = text.split(/\s+/).length;
      assert.ok(words <= WORDS_OF_DECISION, `${path}: ${words} words: ${text}`);
      assert.ok(isNumbered || text.startsWith("**"), `${path}: ${text}`);
    }
  }
});

Deno.test("the index links to every file of decisions and to no other", () => {
  const linked = [...markdownDocument(INDEX).text.matchAll(/\]\(([^)]*decisions\.md)\)/g)]
    .map(([, link]) => new URL(link, new URL(INDEX, ROOT)).href);
  assert.deepEqual(linked.toSorted(), rooms.map((path) => new URL(path, ROOT).href).toSorted());
});

Deno.test("every folder that docs/measurements.md names has a file of decisions", () => {
  const named = markdownDocument("docs/measurements.md").rows().map((cells) => cells[cells.length - 1])
    .filter((cell) => cell !== "decided in");
  const missing = named.filter((room) => !rooms.includes(`src/${room}/${NAME}`) && !rooms.includes(`${room}/${NAME}`));
  assert.deepEqual(missing, []);
});

Deno.test("every source file and folder that a decision names exists, relative to its own folder, to src or to the root", async () => {
  const missing = [];
  for (const path of paths) {
    const folders = [new URL(".", new URL(path, ROOT)), new URL("src/", ROOT), ROOT];
    for (
      const word of codeWords(markdownDocument(path).text).filter((word) => /^\w[\w./]*(\.(ts|md)|\/)$/.test(word))
    ) {
      const found = await Promise.all(folders.map((folder) => exists(new URL(word, folder))));
      if (!found.includes(true)) missing.push(`${path}: ${word}`);
    }
  }
  assert.deepEqual(missing, []);
});

Deno.test("the table of dependencies has every package of the project with its version, and a reason for each", async () => {
  const rows = markdownDocument("docs/dependencies.md").rows().filter((cells) =>
    cells.length === 3 && cells[0] !== "package"
  );
  const listed = rows.map(([cell, version]) => `${cell.split(" ")[0]}@${version}`);
  assert.deepEqual(listed.toSorted(), (await dependencies()).toSorted());
  assert.deepEqual(rows.filter(([, , reason]) => reason === ""), []);
});

/** Yields the paths of all decision documents below a folder, relative to the root of the repository. */
async function* decisionFiles(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, ROOT))) {
    if (name === NAME) yield folder + name;
    if (isDirectory && !name.startsWith(".") && !FOREIGN.has(name)) yield* decisionFiles(`${folder}${name}/`);
  }
}

/** Returns the list items of a Markdown document, each with the lines that continue it, and whether it is numbered. */
function itemsOf(text: string): readonly { readonly isNumbered: boolean; readonly text: string }[] {
  return [...text.matchAll(/^(-|\d+\.) (.+(?:\n {2,}\S.*)*)/gm)]
    .map(([, mark, item]) => ({ isNumbered: mark !== "-", text: item }));
}

async function exists(url: URL): Promise<boolean> {
  try {
    await Deno.lstat(url);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/**
 * Returns all dependencies as `name@version`: the packages from npm, the crates of the solver and the packages that CI
 * installs from PyPI.
 */
async function dependencies(): Promise<readonly string[]> {
  const [config, crate, ci] = await Promise.all(
    ["deno.json", "solver/Cargo.toml", ".ci/run"].map((path) => Deno.readTextFile(new URL(path, ROOT))),
  );
  const { imports }: { readonly imports: Readonly<Record<string, string>> } = JSON.parse(config);
  return [
    // A package may be imported by one of its modules, which stands behind the version.
    ...Object.values(imports).map((specifier) => specifier.replace(/^npm:/, "").replace(/(@[\d.]+)\/.*$/, "$1")),
    ...[...crate.matchAll(/^([\w-]+) = "=([\d.]+)"$/gm)].map(([, name, version]) => `${name}@${version}`),
    ...[...ci.matchAll(/^([A-Z]+)_VERSION=(\S+)$/gm)].map(([, name, version]) => `${name.toLowerCase()}@${version}`),
  ];
}
