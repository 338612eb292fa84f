import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../tests/support/temporary_folder.ts";
import { circlesOf, importGraph } from "./lint_circles.ts";

Deno.test("an import cycle is reported once, by its shortest path", () => {
  const graph = new Map([
    ["a", ["b", "c"]],
    ["b", ["c", "d"]],
    ["c", ["a"]],
    ["d", []],
  ]);
  assert.deepEqual(circlesOf(graph), [["a", "c"]]);
});

Deno.test("files that import each other in one direction only have no import cycle", () => {
  assert.deepEqual(circlesOf(new Map([["a", ["b", "c"]], ["b", ["c"]], ["c", []]])), []);
});

Deno.test("an import cycle through type imports and re-exports is found", async () => {
  await using folder = await temporaryFolder({
    "a.ts": 'import type { B } from "./b.ts";\nexport interface A {\n  readonly b: B;\n}\n',
    "b.ts": 'export type { C as B } from "./c.ts";\n',
    "c.ts": 'export interface C {\n  readonly a: import("./a.ts").A;\n}\n',
    "d.ts": 'import "./a.ts";\n',
  });
  const circles = circlesOf(await importGraph([pathToFileURL(`${folder.path}/`)]));
  const names = circles.map((circle) => circle.map((file) => file.slice(file.lastIndexOf("/") + 1)));
  assert.deepEqual(names, [["a.ts", "b.ts", "c.ts"]]);
});

Deno.test("an import cycle across two folders is found", async () => {
  await using folder = await temporaryFolder({
    "one/a.ts": 'import "../other/b.ts";\n',
    "other/b.ts": 'import "../one/a.ts";\n',
  });
  const folders = ["one/", "other/"].map((name) => pathToFileURL(`${folder.path}/${name}`));
  const circles = circlesOf(await importGraph(folders));
  assert.deepEqual(circles.map(({ length }) => length), [2]);
});
