import assert from "node:assert/strict";

const OPTIMIZATION = new URL("../../src/optimization/", import.meta.url);

/** The rooms of the solver. */
const ROOMS = ["program", "presolve", "engines", "ways", "rescues", "refine", "certify", "weights"];

/** Files that may hold a tolerance: what counts as none, how far engines go, and what a proof asks. */
const HOLDING = ["program/rounding.ts", "engines/accuracy.ts", "certify/proof.ts"];

/** A number below 1 by its exponent, as 1e-9 or 2 ** -40. */
const TOLERANCE = /\b\d+(\.\d+)?e-\d+\b|\b2 \*\* -\d+/;

function* sourcesOf(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, OPTIMIZATION))) {
    if (isDirectory) yield* sourcesOf(`${folder}${name}/`);
    else if (name.endsWith(".ts") && !name.endsWith("_test.ts")) yield `${folder}${name}`;
  }
}

Deno.test("tolerances of the solver stand in three files", () => {
  const found: string[] = [];
  for (const file of ROOMS.flatMap((room) => [...sourcesOf(`${room}/`)])) {
    if (HOLDING.includes(file)) continue;
    Deno.readTextFileSync(new URL(file, OPTIMIZATION)).split("\n").forEach((line, index) => {
      const isComment = /^\s*(\*|\/\*|\/\/)/.test(line);
      if (!isComment && TOLERANCE.test(line)) found.push(`${file}:${index + 1}: ${line.trim()}`);
    });
  }
  assert.deepEqual(found, []);
});

Deno.test("every tolerance of the solver has its reason", () => {
  for (const file of HOLDING) {
    const lines = Deno.readTextFileSync(new URL(file, OPTIMIZATION)).split("\n");
    lines.forEach((line, index) => {
      if (line.startsWith("export const ")) {
        assert.match(lines[index - 1] ?? "", /^( \*\/|\/\*\* .*\*\/)$/, `${file}: ${line}`);
      }
    });
  }
});
