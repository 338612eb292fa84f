import assert from "node:assert/strict";
import { freePort } from "../support/free_port.ts";
import { partOf } from "../support/tier.ts";
import { until } from "../support/until.ts";

const ROOT = new URL("../../", import.meta.url);

/** Test helper. Starts `deploy.ts` as a hosted platform does, without permission to write files. */
function startDeployed(environment: Readonly<Record<string, string>>): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-net", "--allow-read", "--allow-env", "deploy.ts"],
    cwd: ROOT,
    env: { LOG_LEVEL: "error", ...environment },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
}

async function isListening(port: number): Promise<boolean> {
  try {
    using _connection = await Deno.connect({ hostname: "127.0.0.1", port });
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionRefused) return false;
    throw error;
  }
}

Deno.test("the hosted service accepts a sign-up behind the platform's TLS without permission to write files", async () => {
  const port = freePort();
  const child = startDeployed({
    TRUST_PROXY: "on",
    HTTP_PORT: String(port),
    KV_PATH: ":memory:",
    PUBLIC_URL: "https://portfolio.example",
    MAIL_URL: "smtp://127.0.0.1:1",
  });
  try {
    await until(() => isListening(port), "the hosted service");
    const headers = {
      "content-type": "application/json",
      "x-forwarded-proto": "https",
      "x-forwarded-for": "203.0.113.7",
    };
    const body = JSON.stringify({ email: "ada@example.com", password: "Correct horse", full_name: "Ada Lovelace" });
    const response = await fetch(`http://127.0.0.1:${port}/auth/signup`, { method: "POST", headers, body });
    assert.equal(response.status, 201, await response.text());
    const plain = await fetch(`http://127.0.0.1:${port}/health`);
    assert.equal(plain.status, 403);
    await plain.body?.cancel();
  } finally {
    child.kill("SIGKILL");
    await child.stderr.cancel();
    await child.status;
  }
});

Deno.test("the hosted service refuses to start with a database file or with TLS of its own", async () => {
  const { code, stderr } = await startDeployed({ KV_PATH: "kv.sqlite3" }).output();
  assert.notEqual(code, 0);
  const text = new TextDecoder().decode(stderr);
  assert.match(text, /TRUST_PROXY=off/);
  assert.match(text, /file for KV_PATH/);
});

Deno.test("the hosted service loads in a runtime whose permissions cannot be queried", async () => {
  for (const lack of partOf(["undefined", '() => { throw new TypeError("no such permission") }'])) {
    const script = `Object.defineProperty(Deno.permissions, "querySync", { value: ${lack} });` +
      'await import("./src/service.ts"); console.log("loaded");';
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args: ["eval", script], cwd: ROOT }).output();
    assert.equal(new TextDecoder().decode(stdout), "loaded\n", new TextDecoder().decode(stderr));
  }
});
