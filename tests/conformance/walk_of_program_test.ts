import assert from "node:assert/strict";

const SCRIPT = new URL("../support/files_of_solve.ts", import.meta.url);
const DOCUMENT = new URL("../../docs/architecture.md", import.meta.url);
/** Files that the simplest program runs: each one more is one more to read. */
const FILES_OF_BUDGET = 20;

Deno.test("the walk of a program in docs/architecture.md names each file that the solver runs for min_cvar, and no other", async () => {
  const document = await Deno.readTextFile(DOCUMENT);
  const walk = /<!-- walk of min_cvar -->([^]*)<!-- end of the walk -->/.exec(document)?.[1] ?? "";
  const named = [...walk.matchAll(/`optimization\/([\w/]+\.ts)`/g)].map(([, path = ""]) => path);
  assert.deepEqual([...new Set(named)].toSorted(), await filesOf("min_cvar"));
});

Deno.test("a budget and bounds alone are solved by at most 20 files", async () => {
  const files = await filesOf("min_volatility");
  assert.ok(files.length > 5 && files.length <= FILES_OF_BUDGET, files.join(" "));
});

/** Test helper. Returns the files of the solver that one solve by a method runs, in a process of its own. */
async function filesOf(methodId: string): Promise<readonly string[]> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-read", "--allow-env", "--allow-sys", SCRIPT.href, methodId],
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
