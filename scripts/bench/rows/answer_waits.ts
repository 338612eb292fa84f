import { connect } from "node:http2";
import { Agent, get } from "node:https";
import { securityHeaders } from "../../../src/http/middleware/security_headers.ts";
import { serve } from "../../../src/http/serve.ts";
import { loopbackCertificate } from "../../../tests/support/loopback_certificate.ts";
import { medianOf } from "../quantile_of.ts";
import type { Figure, ServiceAnswer, ServiceRow } from "../row.ts";

/**
 * Sizes in bytes of the answers that the benchmark row requests: those whose wait must keep the bound, and larger ones
 * without a bound, which take several TLS records that wait for one another.
 */
const PROMISED_BYTES = [300, 1_000, 4_000, 14_000] as const;
const OPEN_BYTES = [32_000, 64_000] as const;
const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;
/**
 * Largest allowed median time of an answer in milliseconds: half of the time after which a client acknowledges by
 * itself.
 */
const MEDIAN_AT_MOST_MS = 20;

/**
 * Benchmark row of complete answers over open TLS connections. A short answer must not wait for the client's
 * acknowledgement.
 */
export const answerWaits: ServiceRow = { id: "http: wait of whole answers over TLS", measure };

async function measure(): Promise<ServiceAnswer> {
  const certificate = await loopbackCertificate();
  const listening = serve(({ url }) => Promise.resolve(wholeAnswer(new URL(url))), {
    host: "127.0.0.1",
    https: { port: 0, certificate },
    httpPort: null,
  });
  const url = `https://localhost:${listening.httpsPort}`;
  const clients = [http1Client(url, certificate.certificate), http2Client(url, certificate.certificate)];
  const short: Figure[] = [];
  const figures: Figure[] = [];
  for (const client of clients) {
    for (const bytes of PROMISED_BYTES) short.push(await figureOf(client, `/?bytes=${bytes}`));
    for (const bytes of OPEN_BYTES) figures.push(await figureOf(client, `/?bytes=${bytes}`));
    figures.push(await figureOf(client, "/?bytes=4000&etag"));
    client.close();
  }
  await listening.stop(1_000);
  const slowest = Math.max(...short.map(({ value }) => value));
  const name = `slowest median of ${ROUNDS}, up to 14,000 bytes`;
  return {
    figures: [...short, ...figures],
    promises: [{ name, value: slowest, unit: "ms", at_most: MEDIAN_AT_MOST_MS }],
  };
}

function wholeAnswer({ searchParams }: URL): Response {
  const bytes = new Uint8Array(Number(searchParams.get("bytes"))).fill(48);
  const own = { "content-type": "application/json", "content-length": String(bytes.length) };
  const etag = searchParams.has("etag") ? { etag: '"kept"' } : {};
  const common = securityHeaders({ requestId: "req_01K00000000000000000000001", isSecure: true });
  return new Response(bytes, { headers: { ...common, ...own, ...etag } });
}

interface Client {
  readonly version: string;
  /** Sends a request on the client's one connection and waits for the last byte of the answer. */
  get(path: string): Promise<void>;
  close(): void;
}

async function figureOf(client: Client, path: string): Promise<Figure> {
  const durations: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const began = performance.now();
    await client.get(path);
    if (round >= 0) durations.push(performance.now() - began);
  }
  return { name: `${client.version} ${path.slice("/?".length)}`, value: medianOf(durations), unit: "ms" };
}

function http1Client(url: string, certificate: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate });
  return {
    version: "HTTP/1.1",
    get: (path) =>
      new Promise((resolve, reject) => {
        get(`${url}${path}`, { agent }, (response) => response.on("end", resolve).resume()).on("error", reject);
      }),
    close: () => agent.destroy(),
  };
}

function http2Client(url: string, certificate: string): Client {
  const session = connect(url, { ca: certificate });
  return {
    version: "HTTP/2",
    get: (path) =>
      new Promise((resolve, reject) => {
        session.request({ ":path": path }).on("end", resolve).on("error", reject).resume();
      }),
    close: () => session.close(),
  };
}
