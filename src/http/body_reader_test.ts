import assert from "node:assert/strict";
import { inTime } from "../../tests/support/until.ts";
import { BodyReader } from "./body_reader.ts";

const CHUNKS = 3_000;

Deno.test("reading chunks of one byte does not take a buffer of the runtime for each", async () => {
  const grown = await answerTo(async (body) => {
    const before = Deno.memoryUsage().external;
    const reader = new BodyReader(body);
    let most = 0;
    let bytes = 0;
    for (let chunk = await reader.read(); chunk !== null; chunk = await reader.read()) {
      bytes += chunk.length;
      most = Math.max(most, Deno.memoryUsage().external - before);
    }
    assert.equal(bytes, CHUNKS);
    return String(most);
  }, async (send) => {
    for (let sent = 0; sent < CHUNKS; sent++) await send("x");
  });
  assert.ok(Number(grown) < 16 * 1_024 * 1_024, `${grown} bytes`);
});

Deno.test("after a body reader is released while it waits, the next reader continues where it stopped", async () => {
  const released = Promise.withResolvers<void>();
  const read = await answerTo(async (body) => {
    const first = new BodyReader(body);
    const text = textOf(await first.read());
    const lost = first.read().then(() => "came", () => "released");
    first.release();
    released.resolve();
    assert.equal(await lost, "released");
    const second = new BodyReader(body);
    let rest = "";
    for (let chunk = await second.read(); chunk !== null; chunk = await second.read()) rest += textOf(chunk);
    return `${text}|${rest}`;
  }, async (send) => {
    await send("before");
    await released.promise;
    for (const part of ["after", " and", " more"]) await send(part);
  });
  assert.equal(read, "before|after and more");
});

Deno.test("after a body reader is released between chunks, the next one reads on with its own buffer size", async () => {
  const read = await answerTo(async (body) => {
    const first = new BodyReader(body);
    const text = textOf(await first.read());
    first.release();
    const second = new BodyReader(body, 2);
    const rest: string[] = [];
    for (let chunk = await second.read(); chunk !== null; chunk = await second.read()) rest.push(textOf(chunk));
    return `${text}|${rest.join("|")}`;
  }, async (send) => {
    await send("first");
    await send("second");
  });
  assert.match(read.replaceAll("|", ""), /^firstsecond$/);
  assert.ok(read.split("|").slice(1).every(({ length }) => length <= 2), read);
});

Deno.test("a body stream that the process itself made is read in its own chunks", async () => {
  const reader = new BodyReader(ReadableStream.from([new Uint8Array([1]), new Uint8Array([2, 3])]));
  assert.deepEqual([await reader.read(), await reader.read(), await reader.read()], [
    new Uint8Array([1]),
    new Uint8Array([2, 3]),
    null,
  ]);
});

function textOf(chunk: Uint8Array | null): string {
  return new TextDecoder().decode(chunk ?? new Uint8Array());
}

/**
 * Test helper. Sends a chunked HTTP/1.1 body to a test server and returns the server's answer. `write` sends the chunks
 * of the body and `answer` reads them on the server.
 */
async function answerTo(
  answer: (body: ReadableStream<Uint8Array>) => Promise<string>,
  write: (send: (chunk: string) => Promise<void>) => Promise<void>,
): Promise<string> {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async ({ body }) => {
    return new Response(body === null ? "none" : await answer(body));
  });
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  const encoder = new TextEncoder();
  const send = async (text: string): Promise<void> => void await connection.write(encoder.encode(text));
  await send("POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n");
  await write((chunk) => send(`${chunk.length.toString(16)}\r\n${chunk}\r\n`));
  await send("0\r\n\r\n");
  const text = await inTime(new Response(connection.readable).text(), () => "the answer");
  return text.split("\r\n\r\n").slice(1).join("\r\n\r\n").trim();
}
