import assert from "node:assert/strict";
import { Agent, request } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { loopbackCertificate } from "../../tests/support/loopback_certificate.ts";
import { recordingRelay } from "../../tests/support/tls_records.ts";
import { serve } from "./serve.ts";

const certificate = await loopbackCertificate();
const JSON_BODY = { status: "ok" };
/** Test data: response headers that are as long as the service's own. */
const HEADERS = { "content-type": "application/json", "content-security-policy": "default-src 'none'; ".repeat(22) };

/**
 * Test helper. Serves a handler's response over HTTPS and returns the response as the client receives it. It uses
 * HTTP/1.1 unless `http2` is set.
 */
async function arrived(
  answer: () => Response,
  { http2 = false, method = "GET" }: { http2?: boolean; method?: string } = {},
): Promise<{ response: Response; text: string }> {
  const listening = serve(() => Promise.resolve(answer()), {
    host: "127.0.0.1",
    https: { port: 0, certificate },
    httpPort: null,
  });
  const client = Deno.createHttpClient({ caCerts: [certificate.certificate], http1: !http2, http2 });
  try {
    const response = await fetch(`https://localhost:${listening.httpsPort}/`, { client, method });
    return { response, text: await response.text() };
  } finally {
    client.close();
    await listening.stop(1_000);
  }
}

/** Test helper. Returns a response with a body of `length` bytes and its `content-length`. */
function wholeAnswer(length: number, headers: Readonly<Record<string, string>> = HEADERS): Response {
  return new Response(bytesOf(length), { headers: { ...headers, "content-length": String(length) } });
}

function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => 48 + index % 10);
}

Deno.test("a response over TLS arrives whole, with its status and every header", async () => {
  const headers = new Headers([["set-cookie", "a=1"], ["set-cookie", "b=2"], ["x-request-id", "req_1"]]);
  for (const http2 of [false, true]) {
    const { response, text } = await arrived(() => Response.json(JSON_BODY, { status: 202, headers }), { http2 });
    assert.equal(text, JSON.stringify(JSON_BODY));
    assert.equal(response.status, 202);
    assert.deepEqual(response.headers.getSetCookie(), ["a=1", "b=2"]);
    assert.equal(response.headers.get("x-request-id"), "req_1");
    assert.equal(response.headers.get("content-type"), "application/json");
  }
});

Deno.test("a response body of any length arrives unchanged, over HTTP/1.1 and HTTP/2", async () => {
  for (const length of [0, 1, 999, 1_000, 1_001, 13_999, 14_000, 14_001, 65_536, 65_537, 300_000]) {
    const text = new TextDecoder().decode(bytesOf(length));
    for (const http2 of [false, true]) {
      assert.equal((await arrived(() => wholeAnswer(length), { http2 })).text, text, `${length} bytes`);
    }
  }
});

Deno.test("over HTTP/2 every response of known length has a Content-Length, and a streamed one has none", async () => {
  for (const length of [2, 500, 5_000, 14_001, 100_000]) {
    const { response } = await arrived(() => wholeAnswer(length), { http2: true });
    assert.equal(response.headers.get("content-length"), String(length));
  }
  const { response, text } = await arrived(() => new Response(ReadableStream.from([bytesOf(3)])), { http2: true });
  assert.deepEqual([text, response.headers.get("content-length")], ["012", null]);
});

Deno.test("over HTTP/1.1 a response has a Content-Length unless it has 1,000 to 14,000 bytes and no ETag", async () => {
  const lengths = [[2, "2"], [300, "300"], [1_000, null], [14_000, null], [14_001, "14001"], [100_000, "100000"]];
  for (const [length, told] of lengths) {
    const { response } = await arrived(() => wholeAnswer(Number(length)));
    assert.equal(response.headers.get("content-length"), told, `${length} bytes`);
  }
  const { response } = await arrived(() => wholeAnswer(5_000, { ...HEADERS, etag: '"kept"' }));
  assert.equal(response.headers.get("content-length"), "5000", "a document that its client keeps");
});

Deno.test("the response to HEAD keeps the Content-Length of GET, over HTTP/1.1 and HTTP/2", async () => {
  for (const http2 of [false, true]) {
    const headers = { ...HEADERS, "content-length": "5000" };
    const { response, text } = await arrived(() => new Response(null, { headers }), { http2, method: "HEAD" });
    assert.deepEqual([text, response.headers.get("content-length")], ["", "5000"]);
  }
});

Deno.test("over HTTP/1.1 each response of up to 14,000 bytes is sent in one write with its head", async () => {
  const lengths = [300, 440, 460, 1_000, 14_000, 20, 14_000, 300];
  for (const headers of [HEADERS, { "content-type": "application/json" }]) {
    const written = await writesOf(lengths, headers);
    assert.deepEqual(written, lengths.map((length) => ({ length, records: 1 })));
  }
});

/**
 * Test helper. Requests responses of the given lengths on one connection, and returns for each its length and the
 * number of TLS records in which it arrives. A first response on the connection is not counted.
 */
async function writesOf(
  lengths: readonly number[],
  headers: Readonly<Record<string, string>>,
): Promise<readonly { length: number; records: number }[]> {
  const listening = serve(({ url }) => Promise.resolve(wholeAnswer(Number(new URL(url).search.slice(1)), headers)), {
    host: "127.0.0.1",
    https: { port: 0, certificate },
    httpPort: null,
  });
  await using relay = recordingRelay(listening.httpsPort ?? 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate.certificate });
  const written = [];
  await get(agent, relay.port, 5);
  for (const asked of lengths) {
    const before = relay.records();
    const { length } = await get(agent, relay.port, asked);
    written.push({ length, records: relay.records() - before });
  }
  agent.destroy();
  await listening.stop(1_000);
  return written;
}

function get(agent: Agent, port: number, length: number): Promise<{ headers: IncomingHttpHeaders; length: number }> {
  return new Promise((resolve, reject) => {
    request({ agent, host: "localhost", port, path: `/?${length}` }, async (response) => {
      resolve({ headers: response.headers, length: (await buffer(response)).length });
    }).on("error", reject).end();
  });
}
