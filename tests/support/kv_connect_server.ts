import { type Absence, tcpProxy } from "./tcp_proxy.ts";

/** A test server that speaks the KV Connect protocol to the runtime's own KV client, over a store in memory. */
export interface KvConnectServer extends AsyncDisposable {
  /** URL with which `Deno.openKv` opens the KV Connect server. */
  readonly path: string;
  /** Number of times that the KV Connect server has cut its connections instead of answering a write. */
  readonly cuts: number;
  /**
   * Makes the KV Connect server unreachable until `comeBack`: it closes connections at once (`refused`), accepts them
   * without answering (`silent`), or answers late (`slow`).
   */
  goAway(how: Absence): void;
  comeBack(): void;
  /**
   * Function that a test sets to act in the middle of a write: it is called after each operation that was carried out,
   * with the bytes of the operation as text, and the answer waits for it. Null for none.
   */
  onWritten: ((operation: string) => Promise<void> | void) | null;
}

const WRITE_SUCCEEDED = 1;
const CHECK_FAILED = 2;
const SET = 1;
const READ_SUCCEEDED = 1;
const DAY_MS = 86_400_000;
/** Decoder that keeps every byte of an operation as one character. */
const LATIN = new TextDecoder("latin1");

/**
 * Test helper. Starts a KV Connect server on loopback. With `cutsFirstAnswers`, the server carries out each new write
 * and then cuts its connections without an answer, so that the client sends the write again; it answers the repetition.
 * With `delaysLargeAnswersMs`, answers to reads of over a kilobyte come so many milliseconds late.
 */
export function kvConnectServer({ cutsFirstAnswers = false, delaysLargeAnswersMs = 0 } = {}): KvConnectServer {
  // The KV Connect client requires an access token but accepts any value.
  Deno.env.set("DENO_KV_ACCESS_TOKEN", "of a test");
  const entries = new Entries();
  const seen = new Set<string>();
  let cuts = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => undefined }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/") return Response.json(metadata());
    const body = await request.bytes();
    if (pathname === "/v2/snapshot_read") {
      const found = entries.read(body);
      if (found.length > 1_024) await new Promise((resolve) => setTimeout(resolve, delaysLargeAnswersMs));
      return answer(found);
    }
    if (pathname !== "/v2/atomic_write") return new Response(null, { status: 404 });
    const written = entries.write(body);
    await running.onWritten?.(LATIN.decode(body));
    if (cutsFirstAnswers && !seen.has(body.toHex())) {
      seen.add(body.toHex());
      cuts++;
      proxy.cut();
    }
    return answer(written);
  });
  const proxy = tcpProxy({ to: server.addr.port });
  const running: KvConnectServer = {
    path: `http://127.0.0.1:${proxy.port}`,
    get cuts() {
      return cuts;
    },
    goAway: proxy.goAway,
    comeBack: proxy.comeBack,
    onWritten: null,
    async [Symbol.asyncDispose]() {
      await proxy.close();
      await server.shutdown();
    },
  };
  return running;
}

function metadata(): unknown {
  return {
    version: 3,
    databaseId: crypto.randomUUID(),
    endpoints: [{ url: "/v2", consistency: "strong" }],
    token: "of a test",
    expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
  };
}

function answer(body: Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { headers: { "content-type": "application/x-protobuf" } });
}

interface Entry {
  readonly value: Uint8Array;
  readonly encoding: number;
  readonly version: Uint8Array;
}

/**
 * In-memory entries of a KV Connect server. Keys are in hexadecimal, which sorts like the bytes. Expired values are not
 * removed.
 */
class Entries {
  readonly #entries = new Map<string, Entry>();
  #commits = 0;

  read(request: Uint8Array): Uint8Array<ArrayBuffer> {
    const ranges = fieldsOf(request).map(({ bytes }) => concatenated(this.#range(fieldsOf(bytes))));
    return concatenated([...ranges.map((range) => field(1, range)), field(4, 1), field(8, READ_SUCCEEDED)]);
  }

  #range(range: readonly Field[]): readonly Uint8Array[] {
    const [start, end] = [bytesOf(range, 1).toHex(), bytesOf(range, 2).toHex()];
    const keys = [...this.#entries.keys()].filter((key) => key >= start && key < end).sort();
    const ordered = numberOf(range, 4) === 1 ? keys.reverse() : keys;
    return ordered.slice(0, numberOf(range, 3)).flatMap((key) => {
      const entry = this.#entries.get(key);
      if (entry === undefined) return [];
      const { value, encoding, version } = entry;
      return [
        field(
          1,
          concatenated([field(1, Uint8Array.fromHex(key)), field(2, value), field(3, encoding), field(4, version)]),
        ),
      ];
    });
  }

  write(request: Uint8Array): Uint8Array<ArrayBuffer> {
    const parts = fieldsOf(request).map(({ number, bytes }) => ({ number, fields: fieldsOf(bytes) }));
    const holds = parts.every(({ number, fields }) =>
      number !== 1 ||
      (this.#entries.get(bytesOf(fields, 1).toHex())?.version.toHex() ?? "") === bytesOf(fields, 2).toHex()
    );
    if (!holds) return field(1, CHECK_FAILED);
    const version = new Uint8Array(10);
    new DataView(version.buffer).setUint32(4, ++this.#commits);
    for (const { number, fields } of parts) if (number === 2) this.#mutate(fields, version);
    return concatenated([field(1, WRITE_SUCCEEDED), field(2, version)]);
  }

  #mutate(mutation: readonly Field[], version: Uint8Array): void {
    const key = bytesOf(mutation, 1).toHex();
    if (numberOf(mutation, 3) !== SET) {
      this.#entries.delete(key);
      return;
    }
    const value = fieldsOf(bytesOf(mutation, 2));
    this.#entries.set(key, { value: bytesOf(value, 1).slice(), encoding: numberOf(value, 2), version });
  }
}

/** A field of a decoded protobuf message: its number and its value, which is a number or bytes. */
interface Field {
  readonly number: number;
  readonly value: number;
  readonly bytes: Uint8Array;
}

const NOTHING = new Uint8Array();

function fieldsOf(message: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let [value, scale] = [0, 1];
    for (; message[at] > 127; scale *= 128) value += (message[at++] & 127) * scale;
    return value + message[at++] * scale;
  };
  while (at < message.length) {
    const tag = varint();
    const value = varint();
    const hasBytes = (tag & 7) === 2;
    fields.push({ number: tag >> 3, value, bytes: hasBytes ? message.subarray(at, at + value) : NOTHING });
    if (hasBytes) at += value;
  }
  return fields;
}

function bytesOf(fields: readonly Field[], number: number): Uint8Array {
  return fields.find((found) => found.number === number)?.bytes ?? NOTHING;
}

function numberOf(fields: readonly Field[], number: number): number {
  return fields.find((found) => found.number === number)?.value ?? 0;
}

function field(number: number, value: number | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof value === "number") return Uint8Array.of(...varintOf(number << 3), ...varintOf(value));
  return concatenated([Uint8Array.of(...varintOf((number << 3) | 2), ...varintOf(value.length)), value]);
}

function varintOf(value: number): readonly number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varintOf(Math.floor(value / 128))];
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
