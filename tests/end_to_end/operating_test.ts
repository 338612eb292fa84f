import assert from "node:assert/strict";
import { COMMANDS } from "../../scripts/admin/commands.ts";
import { SETTING_NAMES } from "../../src/config.ts";
import { codeWords, documentPaths, markdownDocument } from "../support/markdown_document.ts";

const ROOT = new URL("../../", import.meta.url);
const OPERATING = markdownDocument("docs/operating.md");
const FIRST_CELLS = OPERATING.rows().flatMap(([cell]) => codeWords(cell));

Deno.test("docs/operating.md lists exactly the settings that the service reads", () => {
  const listed = FIRST_CELLS.filter((word) => /^[A-Z]/.test(word));
  assert.deepEqual(listed.toSorted(), [...SETTING_NAMES, "PROVIDER_<NAME>_URL"].toSorted());
});

Deno.test("docs/operating.md lists exactly the operator's commands, with their parameters", () => {
  const commands = COMMANDS.map(({ name, parameters, rest = [], options = [] }) =>
    [name, ...parameters.map((one) => `<${one}>`), ...[...rest, ...options].map((one) => `[${one}]`)].join(" ")
  );
  assert.deepEqual(FIRST_CELLS.filter((word) => /^[a-z]/.test(word)), commands);
});

Deno.test("every task that a document names exists in deno.json, and every named Deno version is the one that CI runs", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const version = /deno@(\S+)/.exec(await Deno.readTextFile(new URL(".ci/run", ROOT)))?.[1];
  for (const path of documentPaths()) {
    const { text } = markdownDocument(path);
    for (const [, task] of text.matchAll(/deno(?:@[\d.]+)? task ([\w:-]+)/g)) {
      assert.ok(task in tasks, `${path}: ${task}`);
    }
    for (const [, named] of text.matchAll(/deno@([\d.]+)/g)) assert.equal(named, version, path);
  }
});
