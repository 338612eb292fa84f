import assert from "node:assert/strict";
import { loopbackCertificate } from "../../tests/support/loopback_certificate.ts";
import { serve } from "./serve.ts";

const certificate = await loopbackCertificate();
const JSON_BODY = { status: "ok" };

/** What a handler answers as it arrives over HTTPS, in HTTP/1.1 if nothing else is said. */
async function arrived(
  answer: () => Response,
  { http2 = false }: { http2?: boolean } = {},
): Promise<{ response: Response; text: string }> {
  const listening = serve(() => Promise.resolve(answer()), {
    host: "127.0.0.1",
    https: { port: 0, certificate },
    httpPort: null,
  });
  const client = Deno.createHttpClient({ caCerts: [certificate.certificate], http1: !http2, http2 });
  try {
    const response = await fetch(`https://localhost:${listening.httpsPort}/`, { client });
    return { response, text: await response.text() };
  } finally {
    client.close();
    await listening.stop(1_000);
  }
}

Deno.test("JSON over TLS leaves as one with its head: whole, with its status and every header, without a length", async () => {
  const headers = new Headers([["set-cookie", "a=1"], ["set-cookie", "b=2"], ["x-request-id", "req_1"]]);
  const { response, text } = await arrived(() => Response.json(JSON_BODY, { status: 202, headers }));
  assert.equal(text, JSON.stringify(JSON_BODY));
  assert.equal(response.status, 202);
  assert.deepEqual(response.headers.getSetCookie(), ["a=1", "b=2"]);
  assert.equal(response.headers.get("x-request-id"), "req_1");
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.equal(response.headers.get("content-length"), null);
});

Deno.test("a body with a length of its own keeps it over TLS", async () => {
  const headers = { "content-type": "application/json", "content-length": "2" };
  const { response, text } = await arrived(() => new Response("{}", { headers }));
  assert.deepEqual([text, response.headers.get("content-length")], ["{}", "2"]);
});

Deno.test("JSON of any length arrives as it was answered, over HTTP/1.1 and HTTP/2", async () => {
  for (const length of [0, 1, 999, 1_000, 1_001, 13_999, 14_000, 14_001, 300_000]) {
    const text = Array.from({ length }, (_, index) => index % 10).join("");
    for (const http2 of [false, true]) {
      const answer = (): Response => new Response(text, { headers: { "content-type": "application/json" } });
      assert.equal((await arrived(answer, { http2 })).text, text, `${length} bytes`);
    }
  }
});
