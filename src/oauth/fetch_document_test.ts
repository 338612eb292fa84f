import assert from "node:assert/strict";
import { answerWith, send, type StrangerServer, strangerServer } from "../../tests/support/stranger_server.ts";
import { fetchDocument, INTERNET, type StrangerNetwork } from "./fetch_document.ts";

const JSON_TYPE = "content-type: application/json\r\n";

function fetched(server: StrangerServer, network: StrangerNetwork = server.network): Promise<string> {
  return fetchDocument(new URL(`${server.origin}/connector.json?a=1`), network);
}

Deno.test("a document is fetched by one request that names the host and nothing of this service", async () => {
  await using server = await strangerServer();
  server.answer = answerWith({ a: "é" });
  assert.deepEqual(JSON.parse(await fetched(server)), { a: "é" });
  assert.deepEqual(server.asked, [
    `GET /connector.json?a=1 HTTP/1.1\r\nHost: ${new URL(server.origin).host}\r\n` +
    "Accept: application/json\r\nConnection: close\r\n\r\n",
  ]);
});

Deno.test("a document in pieces, and one that ends with the connection, are whole", async () => {
  await using server = await strangerServer();
  server.answer = (connection) =>
    send(
      connection,
      `HTTP/1.1 200 OK\r\n${JSON_TYPE}transfer-encoding: chunked\r\n\r\n3;x=1\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n`,
    );
  assert.equal(await fetched(server), '{"a":1}');
  server.answer = (connection) => send(connection, `HTTP/1.0 200 OK\n${JSON_TYPE}\n{"a":2}`);
  assert.equal(await fetched(server), '{"a":2}');
});

Deno.test("no connection is made to a host that has an address of this machine or a private network, not even one of several", async () => {
  await using server = await strangerServer();
  server.answer = answerWith({});
  const lists = [["127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::1"], ["10.0.0.1"], ["169.254.169.254"], []];
  for (const addresses of lists) {
    const connect = (): Promise<never> => assert.fail("connected");
    const network = { ...INTERNET, resolve: () => Promise.resolve(addresses), connect };
    await assert.rejects(fetched(server, network), /not public|no address/, String(addresses));
  }
  assert.deepEqual(server.asked, []);
});

Deno.test("a name that leads elsewhere at its second look-up is of no use: the connection goes to the checked address", async () => {
  await using server = await strangerServer();
  server.answer = answerWith({});
  const answers = [["1.1.1.1"], ["127.0.0.1"]];
  const connected: string[] = [];
  const rebinding: StrangerNetwork = {
    ...INTERNET,
    resolve: () => Promise.resolve(answers.shift() ?? []),
    connect(address, port) {
      connected.push(address);
      // What a network does that leads a public address to this machine.
      return server.network.connect("127.0.0.1", port);
    },
  };
  await assert.rejects(fetched(server, rebinding), /connected to 127\.0\.0\.1, which is not public/);
  assert.deepEqual([connected, answers.length, server.asked], [["1.1.1.1"], 1, []]);
});

Deno.test("a certificate of another host, and one of an authority that nobody trusts, are refused", async () => {
  await using server = await strangerServer("other.example.com");
  server.answer = answerWith({});
  const network = { ...server.network, resolve: () => Promise.resolve(["127.0.0.1"]) };
  const url = new URL(server.origin);
  url.hostname = "assistant.example.com";
  await assert.rejects(fetchDocument(url, network), /certificate/);
  await assert.rejects(fetched(server, { ...network, authorities: [] }), /certificate/);
});

Deno.test("redirects, errors, other types, packed content and broken answers are refused", async () => {
  await using server = await strangerServer();
  const whole = (text: string) => (connection: Deno.Conn): Promise<void> => send(connection, text);
  const answers: readonly StrangerServer["answer"][] = [
    answerWith("", { status: "302 Found", headers: { location: `${server.origin}/other.json` } }),
    answerWith("", { status: "301 Moved", headers: { location: "http://169.254.169.254/" } }),
    answerWith({}, { status: "404 Not Found" }),
    answerWith({}, { status: "2000 OK" }),
    answerWith({}, { headers: { "content-type": "text/html" } }),
    answerWith({}, { headers: { "content-type": "application/jsonp" } }),
    answerWith({}, { headers: { "content-type": "" } }),
    answerWith({}, { headers: { "content-encoding": "gzip" } }),
    answerWith({}, { headers: { "content-length": "-1" } }),
    answerWith({}, { headers: { "content-length": "3" } }),
    answerWith({}, { headers: { "transfer-encoding": "chunked" } }),
    answerWith({}, { headers: { "transfer-encoding": "gzip, chunked", "content-length": "" } }),
    answerWith("\xff\xfe", { headers: { "content-length": "1" } }),
    whole(""),
    whole("HTTP/1.1 200"),
    whole(`HTTP/1.1 200 OK\r\n${JSON_TYPE}no header\r\n\r\n{}`),
    whole(`HTTP/1.1 200 OK\r\n${JSON_TYPE}transfer-encoding: chunked\r\n\r\n5\r\n{}\r\n0\r\n\r\n`),
    whole(`HTTP/1.1 200 OK\r\n${JSON_TYPE}transfer-encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`),
    whole(`HTTP/1.1 200 OK\r\n${JSON_TYPE}transfer-encoding: chunked\r\n\r\nffffffff\r\n{}`),
    whole(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(9_000)}\r\n`.repeat(20)),
  ];
  for (const [index, answer] of answers.entries()) {
    server.answer = answer;
    await assert.rejects(fetched(server), `answer ${index}`);
  }
  assert.equal(server.asked.length, answers.length);
});

Deno.test("of a document of 1 GB hardly more than the limit is read, whatever length it tells", async () => {
  await using server = await strangerServer();
  const piece = "x".repeat(16_384);
  for (
    const length of ["content-length: 1073741824\r\n", "content-length: 10\r\n", "", "transfer-encoding: chunked\r\n"]
  ) {
    let sent = 0;
    server.answer = async (connection) => {
      await send(connection, `HTTP/1.1 200 OK\r\n${JSON_TYPE}${length}\r\n`);
      for (; sent < 1_073_741_824; sent += piece.length) {
        await send(connection, length.startsWith("transfer") ? `4000\r\n${piece}\r\n` : piece);
      }
    };
    const attempt = fetched(server);
    // Beyond its own length an answer is not read at all.
    if (length.endsWith(": 10\r\n")) assert.equal(await attempt, "xxxxxxxxxx");
    else await assert.rejects(attempt, /larger than 65536 bytes/, length);
    assert.ok(sent < 64 * 1_048_576, `${sent} bytes`);
  }
});

Deno.test("an answer that is not here after 5 s is given up, and its connection closed", async () => {
  await using server = await strangerServer();
  const left = Promise.withResolvers<void>();
  server.answer = async (connection) => {
    await send(connection, "HTTP/1.1 200 OK\r\n");
    await connection.read(new Uint8Array(1)).catch(() => null);
    left.resolve();
  };
  assert.equal(INTERNET.withinMs, 5_000);
  const hasty = { ...server.network, withinMs: 300 };
  await assert.rejects(fetched(server, hasty), /no whole answer within 300 ms/);
  await left.promise;
  const silent = { ...hasty, resolve: () => new Promise<never>(() => undefined) };
  await assert.rejects(fetched(server, silent), /within 300 ms/);
});
