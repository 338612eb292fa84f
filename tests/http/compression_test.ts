import assert from "node:assert/strict";
import { get } from "node:https";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import { type RunningService, runService } from "../support/running_service.ts";

const FOUND = "/mutual-funds/search?q=example&limit=50";

Deno.test("what was found is compressed by what the client takes, and says its length", async () => {
  await using service = await runService({ environment: { WORKERS: "0" } });
  const plain = await fetched(service, FOUND, { "accept-encoding": "identity" });
  assert.deepEqual([plain.headers.get("content-encoding"), plain.headers.get("vary")], [null, "accept-encoding"]);
  for (const [coding, decompress] of [["br", brotliDecompressSync], ["gzip", gunzipSync]] as const) {
    const { headers, bytes } = await fetched(service, FOUND, { "accept-encoding": coding });
    assert.deepEqual([headers.get("content-encoding"), headers.get("vary")], [coding, "accept-encoding"]);
    assert.equal(headers.get("content-length"), String(bytes.length));
    assert.ok(bytes.length < plain.bytes.length / 3, String(bytes.length));
    assert.deepEqual(new Uint8Array(decompress(bytes)), plain.bytes);
  }
});

Deno.test("what takes up to 1 KiB is sent as it is", async () => {
  await using service = await runService({ environment: { WORKERS: "0" } });
  const { headers, bytes } = await fetched(service, "/mutual-funds/search?q=lotus%20gold", { "accept-encoding": "br" });
  assert.ok(bytes.length < 1_024);
  assert.equal(headers.get("content-encoding"), null);
});

Deno.test("nothing that holds a token or a signed link is compressed", () => {
  const compressed = ENDPOINTS.filter(({ contract }) => contract.isCompressed).map(({ contract }) => contract.path);
  assert.deepEqual(compressed.toSorted(), [
    "/downloads/{token}",
    "/jobs/{run_id}/config",
    "/jobs/{run_id}/result",
    "/jobs/{run_id}/rolling_backtest",
    "/mutual-funds/search",
    "/us-stocks/search",
  ]);
});

interface Fetched {
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Leaves what comes as it comes. */
function fetched(service: RunningService, path: string, headers: Readonly<Record<string, string>>): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    get(`${service.url}${path}`, { ca: service.certificate, agent: false, headers }, async (response) => {
      const bytes = new Uint8Array(await buffer(response));
      resolve({ headers: new Headers(Object.entries(response.headers).map(([n, v]) => [n, String(v)])), bytes });
    }).on("error", reject);
  });
}
