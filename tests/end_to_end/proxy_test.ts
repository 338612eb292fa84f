import assert from "node:assert/strict";
import { createApp } from "../../src/app.ts";
import { getHealth } from "../../src/http/routes/system/get_health.ts";
import { serve } from "../../src/http/serve.ts";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { endlessAnswer } from "../support/endless_answer.ts";
import { freePort } from "../support/free_port.ts";
import { isListening } from "../support/is_listening.ts";
import { loopbackCertificate } from "../support/loopback_certificate.ts";
import { HAPROXY, type ProxyProcess, startProxy } from "../support/proxy_process.ts";
import { runService } from "../support/running_service.ts";
import { routeGroupOf } from "../support/route_group_of.ts";
import { testInTurn } from "../support/tier.ts";
import { inTime, until } from "../support/until.ts";

if (HAPROXY === undefined) noteAbsentProgram("HAProxy");

const { certificate } = await loopbackCertificate();
const IMPATIENT = {
  "timeout http-request 10s": "timeout http-request 1s",
  "timeout http-keep-alive 60s": "timeout http-keep-alive 1s",
  "timeout client 60s": "timeout client 1s",
};

proxyTest("requests over HTTPS reach the service, in HTTP/1.1 and HTTP/2", async (proxy) => {
  for (const http2 of [false, true]) {
    const client = Deno.createHttpClient({ caCerts: [certificate], http1: !http2, http2 });
    const { status, body } = await healthBy(client, proxy);
    client.close();
    assert.deepEqual([status, body], [200, { status: "ok" }]);
  }
});

proxyTest("an address at its limit of connections gets another only once one of them ends", async (proxy) => {
  const first = await inTime(firstThatOpens(proxy), () => "a first connection");
  const second = await inTime(firstThatOpens(proxy), () => "a second connection");
  assert.equal(await opened(proxy), null);
  first.close();
  const freed = await inTime(firstThatOpens(proxy), () => "a connection in the place of the closed one");
  freed.close();
  second.close();
}, { "sc0_conn_cur gt 50": "sc0_conn_cur gt 2" });

proxyTest(
  "a connection that stalls before or within a request, or stays idle after one, is closed",
  async (proxy) => {
    const heads = {
      "the handshake": null,
      "the head": "GET /health HTTP/1.1\r\nhost: loc",
      "the body": "POST /health HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nabc",
      "the answer": "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n",
    };
    for (const [last, sent] of Object.entries(heads)) {
      const connection = sent === null
        ? await Deno.connect({ hostname: "127.0.0.1", port: proxy.port })
        : await connectTls(proxy);
      if (sent !== null) await connection.write(new TextEncoder().encode(sent));
      await inTime(end(connection), () => `the end of a connection whose last was ${last}`);
      connection.close();
    }
  },
  IMPATIENT,
);

proxyTest("the response to a client that reads nothing of it is ended, also in the service", async (proxy, source) => {
  const connection = await connectTls(proxy);
  await connection.write(new TextEncoder().encode("GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n"));
  await inTime(source.closed, () => "the end of the source");
  connection.close();
}, IMPATIENT);

/**
 * Registers a test behind HAProxy with the example configuration. The service behind it speaks plain HTTP and also
 * serves `GET /endless`.
 */
function proxyTest(
  name: string,
  test: (proxy: ProxyProcess, source: { readonly closed: Promise<void> }) => Promise<void>,
  replaced: Readonly<Record<string, string>> = {},
): void {
  Deno.test(testInTurn({
    name: `behind the example HAProxy: ${name}`,
    ignore: HAPROXY === undefined,
    async fn() {
      await using running = await runService({ environment: { TRUST_PROXY: "on", HTTP_PORT: String(freePort()) } });
      const { endpoint, closed } = endlessAnswer();
      const app = createApp(running.service.dependencies, [routeGroupOf([getHealth, endpoint])]);
      const httpPort = freePort();
      const listening = serve(app.fetch, { host: "127.0.0.1", https: null, httpPort });
      await using proxy = await startProxy(httpPort, replaced);
      await until(() => isListening(proxy.port), "the proxy");
      await test(proxy, { closed });
      await listening.stop(1_000);
    },
  }));
}

async function healthBy(client: Deno.HttpClient, { port }: ProxyProcess): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`https://localhost:${port}/health`, { client });
  return { status: response.status, body: await response.json() };
}

async function connectTls({ port }: ProxyProcess): Promise<Deno.TlsConn> {
  return await Deno.connectTls({ hostname: "localhost", port, caCerts: [certificate] });
}

/**
 * Opens a connection, retrying while the proxy refuses it, because the proxy may still count closed connections for a
 * moment.
 */
async function firstThatOpens(proxy: ProxyProcess): Promise<Deno.TlsConn> {
  for (;;) {
    const connection = await opened(proxy);
    if (connection !== null) return connection;
  }
}

/** Test helper. Opens a TLS connection with its handshake; returns null if the proxy refuses it. */
async function opened(proxy: ProxyProcess): Promise<Deno.TlsConn | null> {
  let connection: Deno.TlsConn | null = null;
  try {
    connection = await connectTls(proxy);
    await connection.handshake();
    return connection;
  } catch (error) {
    connection?.close();
    if (!ENDS.some((kind) => error instanceof kind)) throw error;
    return null;
  }
}

/** Errors of a connection that its other side has closed; the moment of closing decides which one occurs. */
const ENDS = [
  Deno.errors.ConnectionReset,
  Deno.errors.ConnectionAborted,
  Deno.errors.NotConnected,
  Deno.errors.UnexpectedEof,
  Deno.errors.BrokenPipe,
];

/** Test helper. Reads from a connection until the other side closes it in any way. */
async function end(connection: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(4_096);
  try {
    while (await connection.read(buffer) !== null);
  } catch (error) {
    if (!ENDS.some((kind) => error instanceof kind)) throw error;
  }
}
