/**
 * Tests that the service answers each request of a hostile or broken client with the status that a table states, and
 * that each refusal has a code and a sentence.
 */
import assert from "node:assert/strict";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import type { RunningService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { partOf, testInTurn } from "../support/tier.ts";
import { HOSTILE_BYTES, HOSTILE_REQUESTS, type HostileRequest, RUN } from "./hostile_requests.ts";

const KINDS = [...new Set(HOSTILE_REQUESTS.map(({ kind }) => kind))];

Deno.test(
  testInTurn(
    "every hostile request gets its recorded status, and a refused one gets a code and a sentence",
    async (test) => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const runId = await succeeded(person, pricesBody(2, 30));
      for (const kind of KINDS) {
        await test.step(kind, async () => {
          const differing: string[] = [];
          for (
            const request of partOf(HOSTILE_REQUESTS.filter((request) => request.kind === kind))
          ) {
            const status = await statusOf(request, { service, person, runId });
            if (status !== request.status) differing.push(`${shown(request)}: ${status}, not ${request.status}`);
          }
          assert.deepEqual(differing, []);
        });
      }
    },
  ),
);

Deno.test("bytes that are not one valid request end as recorded, and the service answers the next request", async () => {
  const service = await sharedService(QUEUED);
  const differing: string[] = [];
  for (const { name, bytes, status } of partOf(HOSTILE_BYTES)) {
    const answered = await statusOfBytes(service, bytes);
    if (answered !== status) differing.push(`${name}: ${answered}, not ${status}`);
    assert.equal((await service.fetch("/health").then(readToEnd)).status, 200);
  }
  assert.deepEqual(differing, []);
});

Deno.test("the tables of hostile requests have at least 300 entries, no two with the same kind, name and route", () => {
  const names = HOSTILE_REQUESTS.map(shown);
  assert.ok(names.length + HOSTILE_BYTES.length >= 300);
  assert.deepEqual(names.filter((name, at) => names.indexOf(name) !== at), []);
});

function shown({ kind, name, method, path }: HostileRequest): string {
  return `${kind}, ${name}, ${method} ${path.split("?")[0]}`;
}

/** Test helper. Sends a hostile request and returns the response status. Fails if a refusal has no code or sentence. */
async function statusOf(
  { method, path, headers: given, body, by }: HostileRequest,
  { service, person, runId }: { service: RunningService; person: Browser; runId: string },
): Promise<number> {
  const headers = new Headers(given);
  if (by !== "nobody") headers.set("authorization", `Bearer ${person.accessToken}`);
  const response = await service.fetch(path.replace(RUN, runId), { method, headers, body: body ?? null });
  const text = await response.text();
  if (response.status >= 400) {
    const { code, detail } = JSON.parse(text);
    assert.ok(typeof code === "string" && typeof detail === "string", text);
  }
  return response.status;
}

/**
 * Sends raw bytes on a new connection and returns the status of the first response; "closed" if the connection ends
 * without one.
 */
async function statusOfBytes(service: RunningService, bytes: string): Promise<number | "closed"> {
  using connection = await Deno.connectTls({
    hostname: "localhost",
    port: Number(new URL(service.url).port),
    caCerts: [service.certificate],
    alpnProtocols: ["http/1.1"],
  });
  const writer = connection.writable.getWriter();
  // The service may refuse the request and close the connection before all bytes are sent.
  const sent = writer.write(new TextEncoder().encode(bytes)).catch(() => undefined);
  const reader = connection.readable.getReader();
  const decoder = new TextDecoder("latin1");
  let head = "";
  while (!head.includes("\r\n")) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done) break;
    head += decoder.decode(value, { stream: true });
  }
  await sent;
  const status = /^HTTP\/1\.[01] (\d{3}) /.exec(head)?.[1];
  return status === undefined ? "closed" : Number(status);
}

async function readToEnd(response: Response): Promise<Response> {
  await response.body?.cancel();
  return response;
}
