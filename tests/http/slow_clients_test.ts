import assert from "node:assert/strict";
import { connect } from "node:http2";
import { z } from "zod";
import { createApp } from "../../src/app.ts";
import type { Dependencies } from "../../src/dependencies.ts";
import type { ClientDeadlines } from "../../src/http/client_deadlines.ts";
import { defineEndpoint, type Endpoint } from "../../src/http/endpoint.ts";
import { Readiness } from "../../src/http/readiness.ts";
import { serve } from "../../src/http/serve.ts";
import { endlessAnswer } from "../support/endless_answer.ts";
import { loopbackCertificate } from "../support/loopback_certificate.ts";
import { routeGroupOf } from "../support/route_group_of.ts";
import { sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";
import { inTime, until } from "../support/until.ts";

const PATIENT: ClientDeadlines = { takesWithinMs: 60_000, sendsWithinMs: 60_000, sendsWholeWithinMs: 60_000 };
const CHUNK = new Uint8Array(60_000);

for (const http2 of [false, true]) {
  const version = http2 ? "HTTP/2" : "HTTP/1.1";

  Deno.test(`a download that its client does not read is abandoned and its source closed, over ${version}`, async () => {
    const source = endlessAnswer();
    await using served = await serving({ takesWithinMs: 100 }, [source.endpoint]);
    using client = await served.client({ http2 });
    await client.get("/endless");
    await inTime(source.closed, () => "the end of the source");
    const pulled = source.pulled();
    await until(() => served.logged.some((line) => line.includes("took no byte for 100 ms")), "the log");
    assert.equal(source.pulled(), pulled, "nothing more is read of it");
  });
}

Deno.test("a large JSON response that its client does not read is abandoned, which the log says", async () => {
  await using served = await serving({ takesWithinMs: 100 }, [large]);
  using client = await served.client({ http2: false });
  await client.get("/large");
  await until(() => served.logged.some((line) => line.includes("took no byte for 100 ms")), "the log");
});

Deno.test("a response whose source fails ends there, and the log has the reason with the request's id", async () => {
  await using served = await serving({}, [failing]);
  using client = await served.client({ http2: false });
  await client.get("/failing");
  await client.end();
  const [line] = served.logged.filter((line) => line.startsWith("answer broke off"));
  assert.match(line, /"request_id":"req_\w+","reason":"the bucket went away"/);
});

Deno.test(
  testInTurn(
    "a request body that stalls or arrives too slowly is refused with 400 malformed_json and the reason",
    async () => {
      const cases = [
        [{ sendsWithinMs: 200 }, false, /no byte of it arrived for 0\.2 s/],
        [{ sendsWholeWithinMs: 200 }, true, /it was not complete after 1 s/],
      ] as const;
      for (const [deadlines, trickles, reason] of cases) {
        await using served = await serving(deadlines, [taking]);
        using client = await served.client({ http2: false });
        await client.post("/taking", { length: 60_000, sent: '{"text":"' });
        const answer = trickles ? await client.answerWhileSending("x") : await client.answer();
        assert.match(answer, /^HTTP\/1\.1 400 /);
        assert.match(answer, /"code":"malformed_json"/);
        assert.match(answer, reason);
      }
    },
  ),
);

Deno.test("a request body that arrives in pieces in time is accepted", async () => {
  await using served = await serving({}, [taking]);
  using client = await served.client({ http2: false });
  const body = '{"text":"in pieces"}';
  await client.post("/taking", { length: body.length, sent: body.slice(0, 5) });
  await client.send(body.slice(5, 9));
  await client.send(body.slice(9));
  assert.match(await client.answer(), /^HTTP\/1\.1 200 .*\{"characters":9\}/s);
});

Deno.test("a request body under way when the service stops is read to its end and answered", async () => {
  await using served = await serving({}, [taking]);
  using client = await served.client({ http2: false });
  const body = '{"text":"in two pieces"}';
  await client.post("/taking", { length: body.length, sent: body.slice(0, 5) });
  await until(() => served.arrived() === 1, "the request");
  const stopped = served.stop(10_000);
  await client.send(body.slice(5));
  assert.match(await client.answer(), /^HTTP\/1\.1 200 .*\{"characters":13\}/s);
  assert.equal(await stopped, true, "every request finished in time");
});

Deno.test("a request body that is not whole when the time of a stop is over is 503 not_ready, and no fault of its client", async () => {
  await using served = await serving({}, [taking]);
  using client = await served.client({ http2: false });
  await client.post("/taking", { length: 60_000, sent: '{"text":"' });
  await until(() => served.arrived() === 1, "the request");
  const stopped = served.stop(100);
  const answer = await client.answer();
  assert.match(answer, /^HTTP\/1\.1 503 .*"code":"not_ready"/s);
  await stopped;
});

const large: Endpoint = defineEndpoint({
  method: "GET",
  path: "/large",
  credential: "public",
  rateLimit: "none",
  summary: "Say much",
  responses: { 200: { description: "Much", body: z.strictObject({ text: z.string() }) } },
}, () => ({ status: 200, body: { text: "x".repeat(40_000_000) } }));

const failing: Endpoint = defineEndpoint({
  method: "GET",
  path: "/failing",
  credential: "public",
  rateLimit: "none",
  summary: "Break off",
  responses: { 200: { description: "Bytes", media: "application/octet-stream" } },
}, () => {
  let pulled = 0;
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (pulled++ === 0) controller.enqueue(CHUNK);
      else controller.error(new Error("the bucket went away"));
    },
  }, { highWaterMark: 0 });
  return Promise.resolve({ status: 200, bytes });
});

const taking: Endpoint = defineEndpoint({
  method: "POST",
  path: "/taking",
  credential: "public",
  rateLimit: "none",
  summary: "Take a text",
  body: z.strictObject({ text: z.string() }),
  responses: { 200: { description: "Taken", body: z.strictObject({ characters: z.int() }) } },
}, ({ body }) => ({ status: 200, body: { characters: body.text.length } }));

interface Served extends AsyncDisposable {
  readonly logged: readonly string[];
  /** Returns the number of requests that have arrived. */
  arrived(): number;
  /** Stops the service as a signal does, with this time for the requests under way. */
  stop(graceMs: number): Promise<boolean>;
  client(options: { http2: boolean }): Promise<Client>;
}

/** Test helper. Serves test endpoints over HTTPS as a service serves its own. */
async function serving(deadlines: Partial<ClientDeadlines>, endpoints: readonly Endpoint[]): Promise<Served> {
  const { service: { dependencies } } = await sharedService();
  const logged: string[] = [];
  const write = (event: string, fields = {}): void => void logged.push(`${event} ${JSON.stringify(fields)}`);
  const log: Dependencies["log"] = { debug: write, info: write, warn: write, error: write };
  const certificate = await loopbackCertificate();
  const clientDeadlines = { ...PATIENT, ...deadlines };
  const readiness = new Readiness(() => Promise.resolve(true));
  const app = createApp({ ...dependencies, clientDeadlines, log, readiness }, [routeGroupOf(endpoints)]);
  let arrived = 0;
  const handle: typeof app.fetch = (...request) => (arrived++, app.fetch(...request));
  const listening = serve(handle, { host: "127.0.0.1", https: { port: 0, certificate }, httpPort: null });
  const place = { port: listening.httpsPort ?? 0, certificate: certificate.certificate };
  let stopped: Promise<boolean> | null = null;
  return {
    logged,
    arrived: () => arrived,
    stop(graceMs) {
      readiness.end();
      return stopped ??= listening.stop(graceMs);
    },
    client: ({ http2 }) => http2 ? clientOfHttp2(place) : clientOfHttp1(place),
    async [Symbol.asyncDispose]() {
      await (stopped ?? listening.stop(1_000));
    },
  };
}

/** Test client that reads from its connection only when a test calls it. */
interface Client extends Disposable {
  get(path: string): Promise<void>;
  /** Test client. Sends a POST request that announces a body of `length` bytes but sends only its beginning. */
  post(path: string, body: { length: number; sent: string }): Promise<void>;
  send(text: string): Promise<void>;
  /** Test client. Reads until the service closes the connection. */
  end(): Promise<void>;
  /** Test client. Reads until a response with a JSON body is complete, and returns it. */
  answer(): Promise<string>;
  /** Test client. Sends a text again and again until a response with a JSON body is complete, and returns it. */
  answerWhileSending(text: string): Promise<string>;
}

interface Place {
  readonly port: number;
  readonly certificate: string;
}

async function clientOfHttp1({ port, certificate }: Place): Promise<Client> {
  const connection = await Deno.connectTls({ hostname: "localhost", port, caCerts: [certificate] });
  const buffer = new Uint8Array(65_536);
  const send = async (text: string): Promise<void> => {
    const bytes = new TextEncoder().encode(text);
    for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
  };
  const answer = async (): Promise<string> => {
    let text = "";
    while (!/\r\n\r\n.*\}(\r\n0\r\n\r\n)?$/s.test(text)) {
      const read = await inTime(connection.read(buffer), () => `the answer after ${JSON.stringify(text)}`);
      if (read === null) return text;
      text += new TextDecoder().decode(buffer.subarray(0, read));
    }
    return text;
  };
  return {
    get: (path) => send(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`),
    post: (path, { length, sent }) =>
      send(
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
          `content-length: ${length}\r\n\r\n${sent}`,
      ),
    send,
    async end() {
      while (await inTime(connection.read(buffer), () => "the end of the connection") !== null);
    },
    answer,
    async answerWhileSending(text) {
      let isAnswered = false;
      const sending = (async () => {
        while (!isAnswered) {
          await send(text);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      })();
      const answered = await answer();
      isAnswered = true;
      await sending;
      return answered;
    },
    [Symbol.dispose]: () => connection.close(),
  };
}

function clientOfHttp2({ port, certificate }: Place): Promise<Client> {
  const session = connect(`https://localhost:${port}`, { ca: certificate });
  const refuse = (): never => assert.fail("Cannot do this over HTTP/2");
  return Promise.resolve({
    get(path) {
      const stream = session.request({ ":path": path });
      stream.pause();
      stream.end();
      return Promise.resolve();
    },
    post: refuse,
    send: refuse,
    end: refuse,
    answer: refuse,
    answerWhileSending: refuse,
    [Symbol.dispose]: () => session.destroy(),
  });
}
