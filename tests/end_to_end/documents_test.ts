import assert from "node:assert/strict";
import { codeWords, documentPaths, markdownDocument } from "../support/markdown_document.ts";

const ROOT = new URL("../../", import.meta.url);
const README = markdownDocument("README.md");
const ARCHITECTURE = markdownDocument("docs/architecture.md");
const CONTRIBUTING = markdownDocument("docs/contributing.md");

const README_BYTES = 6_000;
const DOCUMENT_BYTES = 25_000;
/**
 * Documents that a task generates. Their length is not checked, because it follows from the lists and the measurements
 * in them.
 */
const GENERATED = ["docs/methods.md", "docs/accuracy.md"];

Deno.test("no hand-written document, the README included, is longer than its limit in bytes", () => {
  for (const path of documentPaths().filter((path) => !GENERATED.includes(path))) {
    const bytes = new TextEncoder().encode(markdownDocument(path).text).length;
    const most = path === "README.md" ? README_BYTES : DOCUMENT_BYTES;
    assert.ok(bytes <= most, `${path} has ${bytes} bytes, at most ${most} are allowed`);
  }
});

Deno.test("every relative link of a document leads to a file, and every anchor to a heading", async () => {
  const broken: string[] = [];
  for (const path of documentPaths()) {
    for (const [, target] of withoutBlocks(markdownDocument(path).text).matchAll(/\]\(([^()\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file, anchor = null] = target.split("#");
      const address = new URL(file === "" ? path : `${path.replace(/[^/]*$/, "")}${file}`, ROOT);
      const isThere = await exists(address) &&
        (anchor === null || anchorsOf(await Deno.readTextFile(address)).has(anchor));
      if (!isThere) broken.push(`${path}: ${target}`);
    }
  }
  assert.deepEqual(broken, []);
});

Deno.test("docs/architecture.md lists exactly the folders and files of src", async () => {
  const entries = await Array.fromAsync(Deno.readDir(new URL("src/", ROOT)));
  const there = entries.map(({ name }) => name).filter((name) => !name.endsWith("_test.ts") && !name.endsWith(".md"));
  assert.deepEqual(mapIn(ARCHITECTURE.text).toSorted(), there.toSorted());
});

Deno.test("the README's table of src/ names only folders that exist", async () => {
  const mapped = mapIn(README.text);
  assert.ok(mapped.length > 10);
  for (const name of mapped) assert.ok(await exists(new URL(`src/${name}/`, ROOT)), name);
});

Deno.test("every path in the README, architecture.md and contributing.md exists, apart from placeholders for file names", async () => {
  const missing = [];
  const folders = ["", "src/", ...mapIn(ARCHITECTURE.text).map((name) => `src/${name}/`)];
  const texts = [README, ARCHITECTURE, CONTRIBUTING].map(({ text }) => withoutBlocks(text));
  for (const path of texts.flatMap((text) => codeWords(text).filter(isPath))) {
    const candidates = folders.map((folder) => new URL(folder + path.replace(/[^/]*<.*$/, ""), ROOT));
    if (!(await Promise.all(candidates.map(exists))).includes(true)) missing.push(path);
  }
  assert.deepEqual(missing, []);
});

Deno.test("every repository path in any document exists, apart from placeholders for file names", async () => {
  const missing = [];
  for (const document of documentPaths()) {
    const words = codeWords(withoutBlocks(markdownDocument(document).text));
    for (const path of words.filter((word) => /^(src|docs|scripts|tests|clients)\/[\w./<>]+$/.test(word))) {
      const candidates = ["", "_test.ts"].map((ending) => new URL(path.replace(/[^/]*<.*$/, "") + ending, ROOT));
      if (!(await Promise.all(candidates.map(exists))).includes(true)) missing.push(`${document}: ${path}`);
    }
  }
  assert.deepEqual(missing, []);
});

Deno.test("the security document names more than 50 files of src and tests", () => {
  const named = codeWords(markdownDocument("docs/security.md").text).filter((word) => /^(src|tests)\//.test(word));
  assert.ok(named.length > 50, `${named.length} names`);
});

/**
 * Returns the words in backticks in the first cells of a document's table of `src/`, the first table with the head `in
 * src/`.
 */
function mapIn(text: string): readonly string[] {
  const [, table = ""] = /^\| in `src\/` \|.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
  return table.split("\n").flatMap((row) => codeWords(row.split("|")[1] ?? ""));
}

/** Returns the anchors of the headings of a Markdown text, as common code hosts form them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  return new Set(headings.map((heading) => heading.toLowerCase().replace(/[^\w\- ]/g, "").replaceAll(" ", "-")));
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[^]*?^```$/gm, "");
}

/**
 * Whether a word in a document is a path: it has a slash or the extension of a file. `mod.ts` alone is not counted,
 * because several folders have one.
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
