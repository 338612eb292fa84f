import assert from "node:assert/strict";
import { noteAbsence } from "../support/absent_program.ts";
import { sharedService } from "../support/shared_service.ts";
import { problemCount, testInTurn } from "../support/tier.ts";

const TRIES = problemCount(25, 5);

function hasCurl(): boolean {
  try {
    const { success, stdout } = new Deno.Command("curl", { args: ["--version"], stderr: "null" }).outputSync();
    return success && /HTTP2/.test(new TextDecoder().decode(stdout));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const isIgnored = !hasCurl();
if (isIgnored) noteAbsence("curl with HTTP/2", "The tests of curl are skipped: it lacks HTTP/2");

for (const [name, bytes] of [["a small body", 30], ["a body of 1 MiB", 1024 * 1024]] as const) {
  Deno.test({
    name: `curl over HTTP/2 receives every refusal that is sent before ${name} is read`,
    ignore: isIgnored,
    async fn() {
      const service = await sharedService();
      const body = `${service.dataDir}/body.json`;
      await Deno.writeTextFile(body, JSON.stringify({ name: "x".repeat(bytes) }));
      const outcomes: string[] = [];
      for (let tried = 0; tried < TRIES; tried++) outcomes.push(await post(`${service.url}/auth/api-clients`, body));
      assert.deepEqual(outcomes, Array.from({ length: TRIES }, () => "exit 0 status 401 HTTP/2"));
    },
  });
}

async function post(url: string, body: string): Promise<string> {
  const { code, stdout } = await new Deno.Command("curl", {
    args: [
      ..."--silent --insecure --http2 --output /dev/null --write-out".split(" "),
      "status %{http_code} HTTP/%{http_version}",
      ...["--header", "Content-Type: application/json", "--data-binary", `@${body}`, url],
    ],
  }).output();
  return `exit ${code} ${new TextDecoder().decode(stdout)}`;
}

Deno.test(testInTurn("a refusal is sent without waiting for a body that stalls", async () => {
  const service = await sharedService();
  const giveUp = new AbortController();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const answer = service.fetch("/auth/api-clients", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: readable,
    signal: giveUp.signal,
  });
  await writer.write(new TextEncoder().encode("{"));
  const response = await answer;
  assert.equal(response.status, 401);
  await response.body?.cancel();
  await writer.abort().catch(() => undefined);
  giveUp.abort();
}));
