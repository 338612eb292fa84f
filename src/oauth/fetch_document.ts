import { lookup } from "node:dns/promises";
import { isPublicAddress } from "../domain/public_address.ts";

/** Largest document in bytes. */
export const MOST_DOCUMENT_BYTES = 65_536;
/** Largest number of bytes of an answer beside the document: its head, and the lines between pieces. */
const MOST_BYTES_BESIDE = 32_768;
const LONGEST_LINE = 8_192;

/** The network by which strangers' documents are fetched. A test puts another in its place. */
export interface StrangerNetwork {
  /** Returns all IP addresses of a host; none if it has none, or if this process may not ask. */
  resolve(host: string): Promise<readonly string[]>;
  connect(address: string, port: number): Promise<Deno.TcpConn>;
  /** Whether a connection to this IP address may be made and used. */
  isAllowed(address: string): boolean;
  /** Certificates in PEM of authorities that are trusted beside those of the runtime. */
  readonly authorities: readonly string[];
  /** Milliseconds within which a document must be here, from the look-up of the name on. */
  readonly withinMs: number;
}

/** The internet, without any private network. */
export const INTERNET: StrangerNetwork = {
  async resolve(host) {
    // A process without the permission would ask for it at its terminal, and answer nobody until then.
    const { state } = await Deno.permissions.query({ name: "net", host });
    return state === "granted" ? (await lookup(host, { all: true })).map(({ address }) => address) : [];
  },
  connect: (hostname, port) => Deno.connect({ hostname, port }),
  isAllowed: isPublicAddress,
  authorities: [],
  withinMs: 5_000,
};

/**
 * Fetches a JSON document from the HTTPS address of a stranger, and returns its text. Only addresses of the public
 * internet are connected to; the address that was checked is the one of the connection, and is checked there again, so
 * that no second answer of a name server counts. No redirect is followed, and nothing is sent that tells of this
 * service. Throws an error for the log, whose text must not go to strangers: it tells of the network.
 */
export async function fetchDocument(url: URL, network: StrangerNetwork = INTERNET): Promise<string> {
  const opened = new Opened();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no whole answer within ${network.withinMs} ms`)),
    network.withinMs,
  );
  try {
    return await Promise.race([answerOf(url, network, opened), late.promise]);
  } finally {
    clearTimeout(timer);
    opened.close();
  }
}

async function answerOf(url: URL, network: StrangerNetwork, opened: Opened): Promise<string> {
  const address = await addressOf(url.hostname, network);
  const plain = opened.add(await network.connect(address, url.port === "" ? 443 : Number(url.port)));
  const { hostname } = plain.remoteAddr;
  if (!network.isAllowed(hostname)) throw new Error(`connected to ${hostname}, which is not public`);
  const connection = opened.add(
    await Deno.startTls(plain, {
      hostname: url.hostname,
      caCerts: [...network.authorities],
      alpnProtocols: ["http/1.1"],
    }),
  );
  await writeAll(connection, requestOf(url));
  return new TextDecoder("utf-8", { fatal: true }).decode(await documentOf(new Incoming(connection)));
}

async function addressOf(host: string, network: StrangerNetwork): Promise<string> {
  const addresses = await network.resolve(host);
  const foreign = addresses.find((address) => !network.isAllowed(address));
  if (foreign !== undefined) throw new Error(`${host} has the address ${foreign}, which is not public`);
  const [first] = addresses;
  if (first === undefined) throw new Error(`${host} has no address`);
  return first;
}

function requestOf({ pathname, search, host }: URL): Uint8Array<ArrayBuffer> {
  const lines = [`GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`, "Accept: application/json", "Connection: close"];
  return new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`);
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

/** Reads an answer of HTTP/1.1 (RFC 9112), which must be 200 and JSON, and returns its content. */
async function documentOf(incoming: Incoming): Promise<Uint8Array> {
  const [, status] = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(await incoming.line()) ?? [];
  if (status !== "200") throw new Error(`answered with status ${status ?? "of no HTTP/1.1"}`);
  const headers = await headersOf(incoming);
  const type = headers.get("content-type") ?? "none";
  if (!/^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i.test(type)) throw new Error(`has the type ${type.slice(0, 100)}`);
  if (headers.has("content-encoding")) throw new Error("is packed");
  const coding = headers.get("transfer-encoding"), length = headers.get("content-length");
  if (coding !== null) {
    if (coding.toLowerCase() !== "chunked" || length !== null) throw new Error("has two lengths or an unknown coding");
    return await chunksOf(incoming);
  }
  if (length === null) return await incoming.toEnd();
  if (!/^\d{1,15}$/.test(length)) throw new Error("has no length");
  return await incoming.exactly(Number(length));
}

async function headersOf(incoming: Incoming): Promise<Headers> {
  const headers = new Headers();
  for (let line = await incoming.line(); line !== ""; line = await incoming.line()) {
    const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error("has a header of no form");
    headers.append(name, value);
  }
  return headers;
}

async function chunksOf(incoming: Incoming): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let size = 0;;) {
    const [, digits] = /^([0-9a-f]{1,8})[ \t]*(?:;|$)/i.exec(await incoming.line()) ?? [];
    if (digits === undefined) throw new Error("has a piece without a size");
    const length = Number.parseInt(digits, 16);
    if (length === 0) return joined(chunks);
    size += length;
    if (size > MOST_DOCUMENT_BYTES) throw tooLarge();
    chunks.push(await incoming.exactly(length));
    if (await incoming.line() !== "") throw new Error("has a piece that is longer than its size");
  }
}

/** Bytes that arrive on a connection, taken as lines and as pieces of a length. */
class Incoming {
  readonly #connection: Pick<Deno.Conn, "read">;
  readonly #buffer = new Uint8Array(16_384);
  #held: Uint8Array = new Uint8Array(0);
  #received = 0;

  constructor(connection: Pick<Deno.Conn, "read">) {
    this.#connection = connection;
  }

  /** Takes the bytes up to the next line break, as text without it. */
  async line(): Promise<string> {
    for (let looked = 0;;) {
      const end = this.#held.indexOf(10, looked);
      if (end >= 0) return new TextDecoder("latin1").decode(this.#take(end + 1)).replace(/\r?\n$/, "");
      looked = this.#held.length;
      if (looked > LONGEST_LINE) throw new Error("has a line that is too long");
      if (!await this.#more()) throw endedEarly();
    }
  }

  async exactly(length: number): Promise<Uint8Array> {
    if (length > MOST_DOCUMENT_BYTES) throw tooLarge();
    while (this.#held.length < length) if (!await this.#more()) throw endedEarly();
    return this.#take(length);
  }

  async toEnd(): Promise<Uint8Array> {
    while (await this.#more()) if (this.#held.length > MOST_DOCUMENT_BYTES) throw tooLarge();
    return await this.exactly(this.#held.length);
  }

  #take(length: number): Uint8Array {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async #more(): Promise<boolean> {
    const read = await this.#connection.read(this.#buffer);
    if (read === null) return false;
    this.#received += read;
    if (this.#received > MOST_DOCUMENT_BYTES + MOST_BYTES_BESIDE) throw tooLarge();
    this.#held = joined([this.#held, this.#buffer.subarray(0, read)]);
    return true;
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function tooLarge(): Error {
  return new Error(`is larger than ${MOST_DOCUMENT_BYTES} bytes`);
}

function endedEarly(): Error {
  return new Error("ended before its end");
}

/** Connections that are closed together, also those that open after that. */
class Opened {
  readonly #connections: Deno.Conn[] = [];
  #isClosed = false;

  add<Connection extends Deno.Conn>(connection: Connection): Connection {
    this.#connections.push(connection);
    if (!this.#isClosed) return connection;
    this.close();
    throw new Error("opened too late");
  }

  close(): void {
    this.#isClosed = true;
    for (const connection of this.#connections.splice(0)) {
      try {
        connection.close();
      } catch (error) {
        // The plain connection was taken over by the one with TLS, or is closed already.
        if (!(error instanceof Deno.errors.BadResource)) throw error;
      }
    }
  }
}
