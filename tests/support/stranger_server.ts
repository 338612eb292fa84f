import type { StrangerNetwork } from "../../src/oauth/fetch_document.ts";
import { privateAuthority } from "./private_authority.ts";

/** A server on loopback that stands in for a stranger's, and the network in which only it exists. */
export interface StrangerServer extends AsyncDisposable {
  readonly host: string;
  /** Begin of the addresses at the server: `https://assistant.example.com:port`. */
  readonly origin: string;
  /** Network in which the name of the host leads to the server. */
  readonly network: StrangerNetwork;
  /** First lines and headers of the requests that arrived. */
  readonly asked: string[];
  /** Writes the answer to a request; a test may replace it. */
  answer: (connection: Deno.TlsConn) => Promise<void>;
}

/** Test helper. Starts a server with a certificate of the host, which answers nothing but what the test writes. */
export async function strangerServer(host = "assistant.example.com"): Promise<StrangerServer> {
  const authority = await privateAuthority("Strangers");
  const { certificate, key } = await authority.certify([host]);
  const listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, cert: certificate, key });
  const server: StrangerServer = {
    host,
    origin: `https://${host}:${listener.addr.port}`,
    network: {
      resolve: (name) => Promise.resolve(name === host ? ["127.0.0.1"] : []),
      connect: (hostname, port) => Deno.connect({ hostname, port }),
      isAllowed: (address) => address === "127.0.0.1",
      authorities: [authority.certificate],
      withinMs: 5_000,
    },
    asked: [],
    answer: () => Promise.resolve(),
    async [Symbol.asyncDispose]() {
      listener.close();
      await ended;
    },
  };
  const ended = serve(listener, server);
  return server;
}

/** Test helper. Returns the answer that sends a document, with the given status line and headers. */
export function answerWith(
  body: unknown,
  { status = "200 OK", headers = {} }: { status?: string; headers?: Readonly<Record<string, string>> } = {},
): StrangerServer["answer"] {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const all = { "content-type": "application/json", "content-length": String(utf8(text).length), ...headers };
  const lines = Object.entries(all).filter(([, value]) => value !== "").map(([name, value]) => `${name}: ${value}`);
  return (connection) => send(connection, [`HTTP/1.1 ${status}`, ...lines, "", text].join("\r\n"));
}

/** Test helper. Sends a text to whom is still there. */
export async function send(connection: Deno.Conn, text: string): Promise<void> {
  const bytes = utf8(text);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

async function serve(listener: Deno.TlsListener, server: StrangerServer): Promise<void> {
  const answers: Promise<void>[] = [];
  try {
    for await (const connection of listener) answers.push(answerOne(connection, server));
  } catch (error) {
    // A client that refuses the certificate breaks the iteration off; the listener is closed in any case.
    if (!(error instanceof Error)) throw error;
  }
  await Promise.all(answers);
}

async function answerOne(connection: Deno.TlsConn, server: StrangerServer): Promise<void> {
  try {
    const buffer = new Uint8Array(16_384);
    const read = await connection.read(buffer);
    server.asked.push(new TextDecoder().decode(buffer.subarray(0, read ?? 0)));
    await server.answer(connection);
  } catch (error) {
    // The client left in the middle of a hostile answer, as it should.
    if (!(error instanceof Error)) throw error;
  } finally {
    closeOnce(connection);
  }
}

function closeOnce(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
