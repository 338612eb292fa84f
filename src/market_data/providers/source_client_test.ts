import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { loopbackCertificate } from "../../../tests/support/loopback_certificate.ts";
import { testInTurn } from "../../../tests/support/tier.ts";
import type { HostStatus } from "../provider.ts";
import { SourceError } from "../source_error.ts";
import { type SourceAnswer, SourceClient, type SourceLimits, type SourceRequest } from "./source_client.ts";
import { until } from "../../../tests/support/until.ts";

/** Limits of time, size and number for the source client that are small enough for a test. */
const LIMITS: Partial<SourceLimits> = {
  attemptMs: 1_000,
  allMs: 2_000,
  bytes: 1_000_000,
  atOncePerHost: 4,
  failures: 3,
  openMs: 400,
  firstPauseMs: 5,
};
const now = (): string => new Date().toISOString();
const { signal } = new AbortController();

type Handler = (request: Request, asked: number) => Response | Promise<Response>;

interface Asked extends AsyncDisposable {
  readonly requests: { readonly headers: Headers }[];
  readonly events: string[];
  readonly hosts: HostStatus[];
  readonly url: URL;
  get(signal?: AbortSignal, request?: Partial<SourceRequest>): Promise<SourceAnswer>;
}

function textOf({ bytes }: SourceAnswer): string {
  return new TextDecoder().decode(bytes);
}

/** Test helper. Starts a loopback server with the given handler and a source client that requests from it. */
function asking(handler: Handler, limits: Partial<SourceLimits> = {}): Asked {
  const requests: { readonly headers: Headers }[] = [];
  const events: string[] = [];
  const hosts: HostStatus[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {}, onError: () => failed() },
    (request) => {
      requests.push({ headers: new Headers(request.headers) });
      return handler(request, requests.length);
    },
  );
  const url = new URL(`http://127.0.0.1:${server.addr.port}/list.csv`);
  const client = new SourceClient({
    now,
    limits: { ...LIMITS, ...limits },
    onEvent: (event) => events.push(event),
    onHost: (status) => hosts.push(status),
  });
  return {
    requests,
    events,
    hosts,
    url,
    get: (given = signal, request = {}) => client.get({ url, provider: "nse", ...request }, given),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
    },
  };
}

function failed(): Response {
  return new Response("broken", { status: 500 });
}

async function refusal(answer: Promise<SourceAnswer>): Promise<SourceError> {
  const error = await answer.then(() => null, (error: unknown) => error);
  assert.ok(error instanceof SourceError, String(error));
  assert.match(error.message, /^Cannot get data of "nse" from 127\.0\.0\.1:\d+: /);
  return error;
}

Deno.test("a source gets the service's User-Agent and no cookie, and may compress its answer", async () => {
  await using source = asking(() =>
    new Response(new Uint8Array(gzipSync("SYMBOL")), {
      headers: { "content-encoding": "gzip", "set-cookie": "tracked=1" },
    })
  );
  assert.equal(textOf(await source.get()), "SYMBOL");
  await source.get();
  assert.ok(source.requests.every(({ headers }) => headers.get("user-agent") === "portfolio-optimization/1.0"));
  assert.ok(source.requests.every(({ headers }) => !headers.has("cookie") && !headers.has("authorization")));
  assert.match(source.requests[0].headers.get("accept-encoding") ?? "", /gzip/);
});

Deno.test(testInTurn("a source that answers 429 with Retry-After is asked again after that time", async () => {
  const times: number[] = [];
  await using source = asking((_, asked) => {
    times.push(performance.now());
    return asked === 1
      ? new Response("Edge: Too Many Requests", { status: 429, headers: { "retry-after": "1" } })
      : new Response("ok");
  }, { allMs: 3_000 });
  assert.equal(textOf(await source.get()), "ok");
  assert.ok(times[1] - times[0] >= 990, `asked again after ${times[1] - times[0]} ms`);
  assert.deepEqual(source.events, ["request", "retry", "request"]);
}));

Deno.test(
  testInTurn(
    "a source that answers 429 without Retry-After is asked several times, and then its status is reported",
    async () => {
      await using source = asking(() => new Response("Edge: Too Many Requests", { status: 429 }), { failures: 100 });
      const { message } = await refusal(source.get());
      assert.match(message, /it answered with status 429$/);
      const { length } = source.requests;
      assert.ok(length > 2 && length < 30, `${length} requests`);
    },
  ),
);

Deno.test("a Retry-After beyond the end of all attempts is not waited for", async () => {
  const headers = { "retry-after": new Date(Date.now() + 60_000).toUTCString() };
  await using source = asking(() => new Response("later", { status: 503, headers }));
  const begun = performance.now();
  const { retryAfterMs } = await refusal(source.get());
  assert.ok(performance.now() - begun < 1_000);
  assert.ok(retryAfterMs !== null && retryAfterMs > 55_000);
});

Deno.test("a lasting 503 opens the circuit breaker of the host, which is not asked for a while and then recovers", async () => {
  let isDown = true;
  await using source = asking(() => isDown ? new Response("down", { status: 503 }) : new Response("up"));
  assert.match((await refusal(source.get())).message, /status 503$/);
  assert.equal(source.requests.length, 3);
  const { message } = await refusal(source.get());
  assert.match(message, /failed several times and is not asked for a while: it answered with status 503$/);
  assert.equal(source.requests.length, 3);
  const [opened] = source.hosts;
  assert.deepEqual([opened.circuit, opened.host, opened.provider], ["open", source.url.host, "nse"]);
  assert.match(opened.lastFault ?? "", /503/);
  assert.deepEqual(source.events, ["request", "retry", "request", "retry", "request", "circuit_opened"]);
  isDown = false;
  await new Promise((resolve) => setTimeout(resolve, 450));
  assert.equal(textOf(await source.get()), "up");
  assert.equal(source.hosts.at(-1)?.circuit, "closed");
});

Deno.test("the circuit breaker of a host that several providers ask names the provider whose request failed", async () => {
  await using source = asking((_, asked) => asked === 1 ? new Response("up") : new Response("down", { status: 503 }));
  await source.get(signal, { provider: "bse" });
  await refusal(source.get());
  assert.deepEqual(source.hosts.map(({ circuit, provider }) => [circuit, provider]), [["open", "nse"]]);
});

Deno.test("a 404 of a source opens no circuit breaker and is not retried", async () => {
  await using source = asking(() => new Response("no such file", { status: 404 }));
  for (let i = 0; i < 5; i++) await refusal(source.get());
  assert.equal(source.requests.length, 5);
  assert.deepEqual(source.hosts, []);
  assert.equal((await source.get(signal, { answers: [404] })).status, 404);
});

Deno.test("a connection to a source that hangs is given up in time", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await using source = asking(() => promise, { attemptMs: 100, allMs: 350, failures: 100 });
  const begun = performance.now();
  const { message } = await refusal(source.get());
  assert.match(message, /did not send its complete answer within 0\.1 s/);
  assert.ok(performance.now() - begun < 1_500);
  resolve(new Response("late"));
});

Deno.test("an answer of a source that arrives byte by byte is given up in time", async () => {
  const drips = (): Response => {
    let timer: ReturnType<typeof setInterval>;
    return new Response(
      new ReadableStream({
        start(controller) {
          timer = setInterval(() => controller.enqueue(new Uint8Array(1)), 20);
        },
        cancel: () => clearInterval(timer),
      }),
    );
  };
  await using source = asking(drips, { attemptMs: 150, allMs: 400, failures: 100 });
  const { message } = await refusal(source.get());
  assert.match(message, /did not send its complete answer/);
});

Deno.test("an answer of a source that breaks off in the middle is requested again", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  let connections = 0;
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(4_096));
      const isWhole = ++connections > 2;
      const body = isWhole ? "whole" : "who";
      await connection.write(new TextEncoder().encode(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n${body}`));
      connection.close();
    }
  })();
  const client = new SourceClient({ now, limits: LIMITS });
  const { port } = listener.addr;
  const answer = await client.get({ url: new URL(`http://127.0.0.1:${port}/`), provider: "nse" }, signal);
  assert.equal(textOf(answer), "whole");
  assert.equal(connections, 3);
  listener.close();
  await serving;
});

Deno.test("an address without a server is reported as a broken connection", async () => {
  const client = new SourceClient({ now, limits: { ...LIMITS, allMs: 100 } });
  const { message } = await refusal(client.get({ url: new URL("http://127.0.0.1:1/"), provider: "nse" }, signal));
  assert.match(message, /the connection to it broke$/);
});

Deno.test("an endless answer of a source is cut off at the size limit and not requested again", async () => {
  let sent = 0;
  await using source = asking(() =>
    new Response(
      new ReadableStream({
        pull(controller) {
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536));
        },
      }),
    ), { attemptMs: 5_000 });
  const { message } = await refusal(source.get());
  assert.match(message, /larger than 1000000 bytes/);
  assert.equal(source.requests.length, 1);
  assert.ok(sent < 20_000_000, `${sent} bytes were taken`);
});

Deno.test("a small answer of a source that decompresses beyond the size limit is refused", async () => {
  const packed = new Uint8Array(gzipSync(new Uint8Array(100_000_000)));
  assert.ok(packed.length < 200_000);
  await using source = asking(() => new Response(packed, { headers: { "content-encoding": "gzip" } }), {
    attemptMs: 5_000,
  });
  assert.match((await refusal(source.get())).message, /larger than 1000000 bytes/);
});

Deno.test("a redirect of a source on the same host is followed, and one to another host is not", async () => {
  await using source = asking((request) =>
    new URL(request.url).pathname === "/moved.csv"
      ? new Response("moved")
      : new Response(null, { status: 302, headers: { location: "/moved.csv" } })
  );
  assert.equal(textOf(await source.get()), "moved");
  const { length } = source.requests;
  await using other = asking(() => new Response(null, { status: 302, headers: { location: source.url.href } }));
  const { message } = await refusal(other.get());
  assert.match(message, /redirects to another host/);
  assert.equal(source.requests.length, length);
});

Deno.test("a source that redirects in a circle is refused", async () => {
  await using source = asking(() => new Response(null, { status: 307, headers: { location: "/list.csv" } }));
  assert.match((await refusal(source.get())).message, /redirects more than 3 times/);
});

Deno.test("a source with an invalid certificate is refused and not tried again", async () => {
  const { certificate, key } = await loopbackCertificate();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {}, cert: certificate, key },
    () => new Response("secret"),
  );
  const events: string[] = [];
  const client = new SourceClient({ now, limits: LIMITS, onEvent: (event) => events.push(event) });
  const url = new URL(`https://127.0.0.1:${server.addr.port}/`);
  assert.match((await refusal(client.get({ url, provider: "nse" }, signal))).message, /certificate is not valid/);
  assert.deepEqual(events, ["request"]);
  await server.shutdown();
});

Deno.test("a host gets at most four requests at once", async () => {
  let [running, most] = [0, 0];
  await using source = asking(async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running--;
    return new Response("ok");
  });
  await Promise.all(Array.from({ length: 20 }, () => source.get()));
  assert.equal(most, 4);
});

Deno.test("an aborted request to a source fails at once with its reason and is not repeated", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  await using source = asking(() => promise, { attemptMs: 300_000, allMs: 300_000 });
  const end = new AbortController();
  const answer = source.get(end.signal);
  await until(() => source.requests.length === 1, "the source to be asked");
  end.abort(new Error("given up"));
  await assert.rejects(answer, /given up/);
  assert.equal(source.requests.length, 1);
  resolve(new Response("late"));
});
