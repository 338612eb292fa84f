import assert from "node:assert/strict";
import { partOf } from "../support/tier.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("outside of the hosted platform deploy.ts ends with a sentence that names the command to use", async () => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-all", "deploy.ts"],
    cwd: ROOT,
    env: { DENO_DEPLOY: "" },
    stdin: "null",
  }).output();
  assert.notEqual(code, 0);
  assert.match(new TextDecoder().decode(stderr), /this is not Deno Deploy; use deno task start/);
});

Deno.test("the hosted service loads in a runtime whose permissions cannot be queried", async () => {
  for (const lack of partOf(["undefined", '() => { throw new TypeError("no such permission") }'])) {
    const script = `Object.defineProperty(Deno.permissions, "querySync", { value: ${lack} });` +
      'await import("./src/service.ts"); console.log("loaded");';
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args: ["eval", script], cwd: ROOT }).output();
    assert.equal(new TextDecoder().decode(stdout), "loaded\n", new TextDecoder().decode(stderr));
  }
});
