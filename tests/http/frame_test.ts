import assert from "node:assert/strict";
import { z } from "zod";
import { createApp } from "../../src/app.ts";
import type { Dependencies } from "../../src/dependencies.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { defineEndpoint, type Endpoint, problem } from "../../src/http/endpoint.ts";
import { Browser, newEmail, PASSWORD, verifiedBrowser } from "../support/browser.ts";
import { freePort } from "../support/free_port.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { routeGroupOf } from "../support/route_group_of.ts";
import { clockedService, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

/** Test helper. Sends raw bytes over plain TCP and reads the response to its end. */
async function exchange(port: number, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(text));
  let answer = "";
  const buffer = new Uint8Array(4_096);
  for (let read = await connection.read(buffer); read !== null; read = await connection.read(buffer)) {
    answer += new TextDecoder().decode(buffer.subarray(0, read));
    if (/"request_id":"\w+"}$|\r\n\r\n{.*}$/.test(answer)) break;
  }
  return answer;
}

Deno.test("a plain HTTP request is refused before its body is read, whatever its path, and sets no cookie", async () => {
  const port = freePort();
  await using _service = await runService({ environment: { HTTP_PORT: String(port) } });
  for (const path of ["/health", "/auth/login", "/nowhere"]) {
    // The announced body is never sent, so a service that waited for it would never answer.
    const answer = await exchange(
      port,
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 403 /);
    assert.match(answer, /"code":"https_required"/);
    assert.doesNotMatch(answer, /set-cookie|strict-transport-security/i);
  }
});

Deno.test("a plain HTTP request to the HTTPS port gets no HTTP response", async () => {
  const service = await sharedService();
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: service.service.listening.httpsPort ?? 0 });
  await connection.write(new TextEncoder().encode("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  // The service ends the connection, if at all after one TLS record of the type alert (RFC 8446, 5.1 and 6).
  const answer = (await Array.fromAsync(connection.readable)).flatMap((bytes) => [...bytes]);
  assert.ok(answer.length === 0 || (answer[0] === 21 && answer.length <= 7), String(answer));
});

Deno.test("a request on a plain connection is refused even if its request line claims HTTPS", async () => {
  const port = freePort();
  await using _service = await runService({ environment: { HTTP_PORT: String(port) } });
  const answer = await exchange(port, "GET https://localhost/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
  assert.match(answer, /^HTTP\/1\.1 403 /);
});

Deno.test("a request with an invalid Host header gets 404", async () => {
  const port = freePort();
  await using _service = await runService({ environment: { TRUST_PROXY: "on", HTTP_PORT: String(port) } });
  for (const host of ["a b", "localhost:99999", "[::x"]) {
    const answer = await exchange(
      port,
      `GET /health HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Proto: https\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 404 /, host);
  }
});

Deno.test("behind a trusted proxy, X-Forwarded-Proto decides whether a request counts as HTTPS", async () => {
  const port = freePort();
  await using service = await runService({ environment: { TRUST_PROXY: "on", HTTP_PORT: String(port) } });
  assert.equal(service.service.listening.httpsPort, null);
  const get = async (headers: Record<string, string>): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${port}/health`, { headers });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await get({ "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" }), 200);
  assert.equal(await get({ "x-forwarded-proto": "http" }), 403);
  assert.equal(await get({}), 403);
  assert.equal(await get({ "x-forwarded-proto": "https, http" }), 403);
});

Deno.test("a request is answered whatever text a trusted proxy sends in X-Forwarded-For", async () => {
  const port = freePort();
  const environment = { TRUST_PROXY: "on", HTTP_PORT: String(port), RATE_LIMITS: "on" };
  await using _service = await runService({ environment });
  for (const forwarded of ["x".repeat(5_000), "9.9.9.9:5555", "[2001:db8::1]:5555", "[", "%", ","]) {
    const response = await fetch(`http://127.0.0.1:${port}/auth/login`, {
      method: "POST",
      headers: {
        "x-forwarded-proto": "https",
        "x-forwarded-for": forwarded,
        "content-type": "application/json",
      },
      body: JSON.stringify({ email: "nobody@example.com", password: PASSWORD }),
    });
    await response.body?.cancel();
    assert.equal(response.status, 401, forwarded.slice(0, 40));
  }
});

Deno.test("the refusal of a query number outside its bounds states the bound as a number", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  for (const [limit, bound] of [["0", "at least 1"], ["101", "at most 100"]]) {
    const { body } = await browser.send("GET", `/auth/api-clients?limit=${limit}`);
    assert.equal(body.detail, `Cannot take ${limit} for "limit": it must be ${bound}`);
  }
});

Deno.test("the HTTPS port negotiates both HTTP/2 and HTTP/1.1", async () => {
  const service = await sharedService();
  const port = service.service.listening.httpsPort ?? 0;
  for (const protocol of ["h2", "http/1.1"]) {
    const options = { hostname: "localhost", port, caCerts: [service.certificate], alpnProtocols: [protocol] };
    using connection = await Deno.connectTls(options);
    assert.equal((await connection.handshake()).alpnProtocol, protocol);
  }
});

Deno.test("GET /health has the security headers, and HEAD /health has no body", async () => {
  const service = await sharedService();
  const { headers, status } = await read(await service.fetch("/health"));
  assert.equal(status, 200);
  assert.equal(headers.get("strict-transport-security"), "max-age=31536000; includeSubDomains");
  assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
  assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(
    headers.get("content-security-policy"),
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const head = await service.fetch("/health", { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal((await head.bytes()).length, 0);
});

Deno.test(
  testInTurn(
    "unknown paths, wrong methods and bodies of wrong type, size, syntax or shape are refused with status and code",
    async () => {
      const service = await sharedService();
      const { url } = service;
      const login = (init: RequestInit): Promise<Response> => service.fetch("/auth/login", { method: "POST", ...init });
      const json = { "content-type": "application/json" };
      const cases: readonly [number, string, Promise<Response>][] = [
        [404, "not_found", service.fetch("/nowhere")],
        [404, "not_found", service.fetch("/health/")],
        [405, "method_not_allowed", service.fetch("/auth/login")],
        [405, "method_not_allowed", service.fetch("/health", { method: "OPTIONS" })],
        [415, "unsupported_media_type", login({ body: "a=b", headers: { "content-type": "text/plain" } })],
        [413, "body_too_large", login({ body: new Uint8Array(16 * 1024 * 1024 + 1), headers: json })],
        [400, "malformed_json", login({ body: "{", headers: json })],
        [400, "malformed_json", login({ body: "", headers: json })],
        [400, "malformed_json", login({ body: "[".repeat(50_000), headers: json })],
        [422, "validation_failed", login({ body: "[]", headers: json })],
        [422, "validation_failed", login({ body: '{"email":"a@b.c","password":"\\u0000"}', headers: json })],
      ];
      await Promise.all(cases.map(async ([status, code, response]) => {
        const { status: answered, body } = await read(await response);
        assert.deepEqual([answered, body.code], [status, code]);
        assert.doesNotMatch(JSON.stringify(body), new RegExp(`${url}|/src/|\\.ts`));
      }));
    },
  ),
);

Deno.test("who opens an address in a browser that the service does not have is led to the console, and a program gets the problem", async () => {
  const service = await sharedService();
  const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
  for (const path of ["/nowhere", "//app", "/app//runs", "/APP/runs", "/app/runs/%E0%A4%A", "/health/"]) {
    const page = await service.fetch(path, { headers: { accept } }), text = await page.text();
    assert.deepEqual([page.status, page.headers.get("content-type")], [404, "text/html; charset=utf-8"], path);
    assert.match(text, /<a href="\/app">begin at the overview<\/a>/);
    assert.equal(page.headers.get("vary"), "accept");
    const program = await service.fetch(path);
    assert.deepEqual([program.status, program.headers.get("content-type")], [404, "application/problem+json"], path);
    await program.body?.cancel();
  }
});

Deno.test("unknown, repeated and invalid query parameters are refused together, each at its pointer", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const { status, body } = await browser.send(
    "GET",
    "/jobs/history?limit=0&lmit=5&status=queued&status=failed&constraints=%00",
  );
  assert.equal(status, 422);
  const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer).sort();
  assert.deepEqual(pointers, ["/query/constraints", "/query/limit", "/query/lmit", "/query/status"]);
  assert.equal((await browser.send("GET", "/users/me?verbose=1")).body.errors[0].pointer, "/query/verbose");
  assert.equal((await browser.send("GET", "/jobs/history?limit=1e1")).status, 422);
  assert.equal((await browser.send("GET", "/jobs/active?limit=100")).status, 200);
});

Deno.test("a cursor that was made up, or made for another list, filter or account, is refused", async () => {
  const service = await sharedService();
  const [ada, bob] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  for (const browser of [ada, bob]) {
    for (const name of ["One", "Two"]) await browser.send("POST", "/auth/api-clients", { body: { name } });
  }
  const first = await ada.send("GET", "/auth/api-clients?limit=1");
  const cursor = first.body.next_cursor;
  assert.equal(typeof cursor, "string");
  const code = async (browser: Browser, path: string): Promise<unknown> => (await browser.send("GET", path)).body.code;
  assert.equal(await code(ada, `/auth/api-clients?limit=5&cursor=${cursor}`), undefined);
  assert.equal(await code(bob, `/auth/api-clients?limit=1&cursor=${cursor}`), "invalid_cursor");
  assert.equal(await code(ada, `/auth/api-keys?cursor=${cursor}`), "invalid_cursor");
  for (const made of ["x", "W10", `${cursor}x`, cursor.slice(0, -1), cursor.toUpperCase(), "."]) {
    assert.equal(await code(ada, `/auth/api-clients?cursor=${made}`), "invalid_cursor", made);
  }
});

Deno.test("an address over its rate limit gets 429 with headers that say when to try again", async () => {
  // The clock of the tested service stands still so that the rate limit does not restart during the test.
  const { service } = await clockedService({ RATE_LIMITS: "on" }, { standsStill: true });
  const statuses: number[] = [];
  let last: Response | null = null;
  for (let sent = 0; sent < 62; sent++) {
    last = await service.fetch("/auth/password/reset/request", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: newEmail() }),
    });
    statuses.push(last.status);
    await last.body?.cancel();
  }
  assert.ok(last !== null);
  assert.deepEqual(statuses, [...Array<number>(60).fill(200), 429, 429]);
  assert.match(last.headers.get("ratelimit-policy") ?? "", /^"authentication";q=60;w=60$/);
  assert.match(last.headers.get("ratelimit") ?? "", /^"authentication";r=0;t=\d+$/);
  assert.ok(Number(last.headers.get("retry-after")) >= 1);
});

const failing: Endpoint = defineEndpoint({
  method: "GET",
  path: "/failing",
  credential: "public",
  rateLimit: "none",
  summary: "Fail",
  responses: { 204: { description: "Never" } },
}, () => {
  throw new TypeError("secret detail of the inside");
});

const waited = Promise.withResolvers<void>();

const waiting: Endpoint = defineEndpoint({
  method: "GET",
  path: "/waiting",
  credential: "public",
  rateLimit: "none",
  summary: "Wait for the client to leave",
  responses: { 204: { description: "Never" } },
}, ({ signal }) => {
  waited.resolve();
  return new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
});

const ending: Endpoint = defineEndpoint({
  method: "GET",
  path: "/ending/{token}",
  credential: "public",
  rateLimit: "none",
  summary: "End",
  parameters: { token: z.string() },
  query: z.strictObject({ secret: z.string().optional() }),
  deprecation: { since: "2026-01-01", sunset: "2026-12-31", link: "https://example.com/end" },
  responses: { 204: { description: "Done" }, 409: problem("job_finished") },
}, ({ query }) => {
  if (query.secret === "finished") throw new DomainError("job_finished", "The job has finished");
  return { status: 204 };
});

/**
 * Test helper. Returns the HTTP application with the dependencies of a running service, but with its own endpoints and
 * log.
 */
function appOf(
  service: RunningService,
  endpoints?: readonly Endpoint[],
): { get: (path: string, init?: RequestInit) => Promise<Response>; logged: string[] } {
  const logged: string[] = [];
  const write = (event: string, fields = {}): void => void logged.push(`${event} ${JSON.stringify(fields)}`);
  const log: Dependencies["log"] = { debug: write, info: write, warn: write, error: write };
  const groups = endpoints === undefined ? undefined : [routeGroupOf(endpoints)];
  const app = createApp({ ...service.service.dependencies, log }, groups);
  const connection = { address: "127.0.0.1", isEncrypted: true };
  return { get: (path, init) => app.fetch(new Request(`https://localhost${path}`, init), connection), logged };
}

Deno.test("an unexpected error responds 500 internal without details and is logged with the request's id", async () => {
  const service = await sharedService();
  const { get, logged } = appOf(service, [failing]);
  const response = await get("/failing");
  const { status, body, headers } = await read(response);
  assert.equal(status, 500);
  assert.equal(body.code, "internal");
  assert.doesNotMatch(JSON.stringify(body), /secret|TypeError|\.ts/);
  const line = logged.find((line) => line.includes("secret detail of the inside"));
  assert.ok(line?.includes(headers.get("x-request-id") ?? "-"));
});

Deno.test("a request that its client abandoned is logged as 499, client left, and not as a failure", async () => {
  const service = await sharedService();
  const { get, logged } = appOf(service, [waiting]);
  const client = new AbortController();
  const answer = get("/waiting", { signal: client.signal });
  await waited.promise;
  client.abort();
  await answer;
  assert.deepEqual(logged.filter((line) => line.includes("request failed")), []);
  const lines = logged.filter((line) => line.includes("/waiting"));
  assert.equal(lines.length, 1);
  assert.match(lines[0], /499/);
  assert.match(lines[0], /client left/);
});

Deno.test("a deprecated endpoint sends its deprecation headers on every response, errors included", async () => {
  const service = await sharedService();
  const { get } = appOf(service, [ending]);
  for (const path of ["/ending/x", "/ending/x?secret=finished"]) {
    const { headers } = await read(await get(path));
    assert.equal(headers.get("deprecation"), "@1767225600");
    assert.equal(headers.get("sunset"), "Thu, 31 Dec 2026 00:00:00 GMT");
    assert.equal(headers.get("link"), '<https://example.com/end>; rel="deprecation"; type="text/html"');
  }
});

Deno.test("the log has a line per request, and never a token, a password, a key, a cookie or a query's values", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const { body: client } = await browser.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const { body: key } = await browser.send("POST", "/auth/api-keys", { body: { client_id: client.id, name: "Key" } });
  const { get, logged } = appOf(service, undefined);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const json = { "content-type": "application/json" };
  const email = newEmail();
  const responses = [
    await get("/users/me", { headers: { authorization: `Bearer ${browser.accessToken}`, cookie } }),
    await get("/jobs/active", { headers: { "x-api-key": key.key } }),
    await get("/jobs/history?search=hunter2", { headers: { authorization: `Bearer ${key.key}` } }),
    await get("/auth/login", { method: "POST", headers: json, body: JSON.stringify({ email, password: PASSWORD }) }),
    await get("/auth/email/verify/confirm", {
      method: "POST",
      headers: json,
      body: JSON.stringify({ token: "tok-1234" }),
    }),
    await get(`/${key.key}`),
    await get("/users/me", { headers: { authorization: "Bearer not.a.token" } }),
  ];
  for (const response of responses) await response.body?.cancel();
  const text = logged.join("\n");
  assert.equal(logged.filter((line) => line.startsWith("request ")).length, responses.length);
  for (const response of responses) assert.ok(text.includes(response.headers.get("x-request-id") ?? "-"));
  const secrets = [
    browser.accessToken ?? "-",
    key.key,
    PASSWORD,
    "hunter2",
    "tok-1234",
    "not.a.token",
    ...browser.cookies.values(),
  ];
  for (const secret of secrets) assert.ok(!text.includes(secret), `The log shows ${secret}`);
  const withToken = appOf(service, [ending]);
  await withToken.get("/ending/tok-5678");
  assert.ok(!withToken.logged.join("\n").includes("tok-5678"));
});

Deno.test("a bearer token or an X-API-Key authenticates; two different ones or a malformed one are refused as invalid", async () => {
  const service = await sharedService();
  const browser = await verifiedBrowser(service);
  const { body: client } = await browser.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const { body: key } = await browser.send("POST", "/auth/api-keys", { body: { client_id: client.id, name: "Key" } });
  const token = browser.accessToken ?? "";
  const answered = async (headers: Record<string, string>): Promise<unknown> => {
    const { status, body } = await read(await service.fetch("/jobs/active", { headers }));
    return status === 200 ? 200 : body.code;
  };
  assert.equal(await answered({ authorization: `Bearer ${token}` }), 200);
  assert.equal(await answered({ authorization: `bearer ${key.key}` }), 200);
  assert.equal(await answered({ "x-api-key": key.key }), 200);
  assert.equal(await answered({ authorization: `Bearer ${key.key}`, "x-api-key": key.key }), 200);
  assert.equal(await answered({ authorization: `Bearer ${token}`, "x-api-key": key.key }), "token_invalid");
  assert.equal(await answered({ authorization: "Basic YTpi" }), "token_invalid");
  assert.equal(await answered({ authorization: "Bearer" }), "token_invalid");
  assert.equal(await answered({ authorization: `Bearer ${token} ${token}` }), "token_invalid");
  assert.equal(await answered({ "x-api-key": token }), "key_invalid");
  assert.equal(await answered({ "x-api-key": "" }), "key_invalid");
  assert.equal(await answered({ authorization: `Bearer ${key.key}x` }), "key_invalid");
  assert.equal(await answered({}), "credentials_missing");
});

async function read(response: Response): Promise<{ status: number; headers: Headers; body: { code?: string } }> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, body: text === "" ? {} : JSON.parse(text) };
}
