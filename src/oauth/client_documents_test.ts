import assert from "node:assert/strict";
import { answerWith, type StrangerServer, strangerServer } from "../../tests/support/stranger_server.ts";
import { withStore } from "../../tests/support/temporary_store.ts";
import { testInTurn } from "../../tests/support/tier.ts";
import { until } from "../../tests/support/until.ts";
import { DAY_MS, MINUTE_MS } from "../domain/instant.ts";
import { ClientDocuments } from "./client_documents.ts";

const REFUSED = { code: "invalid_request" };
const REDIRECT = "https://assistant.example.com/callback";

function documentOf(server: StrangerServer, fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const client_id = `${server.origin}/connector.json`;
  return { client_id, client_name: "Desk", redirect_uris: [REDIRECT], ...fields };
}

Deno.test("a document is fetched once a day, by one request of 20 that come together", () =>
  withStore(async ({ store, clock }) => {
    await using server = await strangerServer();
    server.answer = answerWith(documentOf(server));
    const documents = new ClientDocuments({ ...store, clock }, server.network);
    const id = `${server.origin}/connector.json`;
    const found = await Promise.all(Array.from({ length: 20 }, () => documents.find(id)));
    assert.equal(new Set(found.map(({ name }) => name)).size, 1);
    assert.deepEqual([found[0]?.id, found[0]?.redirectAddresses, found[0]?.proof], [id, [REDIRECT], "none"]);
    // Another process finds it in the store.
    await new ClientDocuments({ ...store, clock }, server.network).find(id);
    assert.equal(server.asked.length, 1);

    const changed = "https://assistant.example.com/elsewhere";
    server.answer = answerWith(documentOf(server, { redirect_uris: [changed] }));
    clock.nowMs += DAY_MS - 1;
    assert.deepEqual((await documents.find(id)).redirectAddresses, [REDIRECT]);
    clock.nowMs += 2;
    assert.deepEqual((await documents.find(id)).redirectAddresses, [changed]);
    assert.equal(server.asked.length, 2);
  }));

Deno.test(
  testInTurn(
    "a document that names another client, has a bad name, address or proof, or a secret is refused, and not kept",
    () =>
      withStore(async ({ store, clock }) => {
        await using server = await strangerServer();
        const documents = new ClientDocuments({ ...store, clock }, server.network);
        const id = `${server.origin}/connector.json`;
        const bad: readonly unknown[] = [
          documentOf(server, { client_id: `${server.origin}/other.json` }),
          documentOf(server, { client_id: `${id}?` }),
          documentOf(server, { client_id: undefined }),
          documentOf(server, { client_name: "x".repeat(10_000) }),
          documentOf(server, { client_name: "A\u0007B" }),
          documentOf(server, { client_name: "\u202eA" }),
          documentOf(server, { client_name: " " }),
          documentOf(server, { client_name: undefined }),
          documentOf(server, { redirect_uris: [] }),
          documentOf(server, { redirect_uris: undefined }),
          documentOf(server, { redirect_uris: ["http://assistant.example.com/"] }),
          documentOf(server, { redirect_uris: [REDIRECT, "javascript:alert(1)"] }),
          documentOf(server, { redirect_uris: Array.from({ length: 11 }, () => REDIRECT) }),
          documentOf(server, { token_endpoint_auth_method: "client_secret_post" }),
          documentOf(server, { token_endpoint_auth_method: "private_key_jwt" }),
          documentOf(server, { client_secret: "secret" }),
          documentOf(server, { grant_types: ["implicit"] }),
          documentOf(server, { response_types: ["token"] }),
          "not JSON",
          "[".repeat(60_000),
          "null",
          [documentOf(server)],
        ];
        for (const body of bad) {
          server.answer = answerWith(body);
          await assert.rejects(documents.find(id), REFUSED, JSON.stringify(body).slice(0, 200));
          assert.equal(await store.connectorClients.find(id), null);
          clock.nowMs += MINUTE_MS;
        }
        server.answer = answerWith(documentOf(server, { token_endpoint_auth_method: "none", logo_uri: "ignored" }));
        assert.equal((await documents.find(id)).name, "Desk");
      }),
  ),
);

Deno.test("addresses that are no document's are refused without a look at the network", () =>
  withStore(async ({ store, clock }) => {
    const resolve = (): Promise<never> => assert.fail("looked up");
    await using server = await strangerServer();
    const documents = new ClientDocuments({ ...store, clock }, { ...server.network, resolve });
    const addresses = [
      "https://localhost/connector.json",
      "https://localhost:8443/connector.json",
      "https://intranet/connector.json",
      "https://127.0.0.1/connector.json",
      "https://2130706433/connector.json",
      "https://[::1]/connector.json",
      "https://assistant.example.com",
      "https://assistant.example.com/",
      "https://assistant.example.com/#x",
      "https://assistant.example.com/a#x",
      "https://assistant.example.com/a/../b",
      "https://assistant.example.com/a b",
      "https://assistant.example.com:443/a",
      "https://ASSISTANT.example.com/a",
      "https://user@assistant.example.com/a",
      "https://assistant.example.com\\@127.0.0.1/a",
      "https:assistant.example.com/a",
      "HTTPS://assistant.example.com/a",
      "https://assistant.example.com/\r\nHost: x",
      `https://assistant.example.com/${"a".repeat(1_000)}`,
      "https://",
    ];
    for (const address of addresses) await assert.rejects(documents.find(address), REFUSED, address);
  }));

Deno.test("what is wrong with the network of a document is not told to strangers", () =>
  withStore(async ({ store, clock }) => {
    await using server = await strangerServer();
    const id = `${server.origin}/connector.json`;
    const messages = new Set<string>();
    const networks = [
      { ...server.network, resolve: () => Promise.resolve([]) },
      { ...server.network, resolve: () => Promise.resolve(["10.0.0.1"]) },
      { ...server.network, authorities: [] },
      { ...server.network, connect: () => Promise.reject(new Deno.errors.ConnectionRefused("refused")) },
      server.network,
    ];
    for (const network of networks) {
      const error: unknown = await new ClientDocuments({ ...store, clock }, network).find(id).catch((thrown) => thrown);
      messages.add(error instanceof Error ? error.message : String(error));
    }
    assert.equal(messages.size, 1);
  }));

Deno.test("hardly more documents are fetched at once than the limit", () =>
  withStore(async ({ store, clock }) => {
    await using server = await strangerServer();
    const held = Promise.withResolvers<readonly string[]>();
    const documents = new ClientDocuments({ ...store, clock }, { ...server.network, resolve: () => held.promise });
    const attempts = Array.from({ length: 20 }, (_, index) => documents.find(`https://a${index}.example.com/a.json`));
    const codes: string[] = [];
    const all = Promise.all(attempts.map((attempt) => attempt.catch((error) => codes.push(error.code))));
    await until(() => codes.length === 4, "the refusals");
    assert.deepEqual(new Set(codes), new Set(["not_ready"]));
    held.resolve([]);
    await all;
    assert.deepEqual(codes.slice(4), Array.from({ length: 16 }, () => "invalid_request"));
  }));

Deno.test("a slow host holds two of the places, and the others stay free for other hosts", () =>
  withStore(async ({ store, clock }) => {
    await using server = await strangerServer();
    server.answer = answerWith(documentOf(server));
    const held = Promise.withResolvers<readonly string[]>();
    const resolve = (host: string): Promise<readonly string[]> =>
      host === "slow.example.com" ? held.promise : server.network.resolve(host);
    const documents = new ClientDocuments({ ...store, clock }, { ...server.network, resolve });
    const slow = ["", ":8443", ":8444"].map((port, index) => `https://slow.example.com${port}/${index}.json`);
    const codes: string[] = [];
    const all = Promise.all(slow.map((id) => documents.find(id).catch((error) => codes.push(error.code))));
    await until(() => codes.length === 1, "the refusal");
    assert.deepEqual(codes, ["not_ready"]);
    assert.equal((await documents.find(`${server.origin}/connector.json`)).name, "Desk");
    held.resolve([]);
    await all;
    assert.deepEqual(codes.slice(1), ["invalid_request", "invalid_request"]);
    // Both places are free again.
    await assert.rejects(documents.find("https://slow.example.com/another.json"), REFUSED);
  }));

Deno.test("an address whose document could not be used is refused with the same sentence for a minute, unasked", () =>
  withStore(async ({ store, clock }) => {
    await using server = await strangerServer();
    server.answer = answerWith(documentOf(server, { client_name: " " }));
    const documents = new ClientDocuments({ ...store, clock }, server.network);
    const id = `${server.origin}/connector.json`;
    const refusal = async (): Promise<string> =>
      await documents.find(id).then(() => assert.fail("found"), ({ code, message }) => `${code}: ${message}`);
    const first = await refusal();
    assert.match(first, /^invalid_request: .*client_name/);
    clock.nowMs += MINUTE_MS - 1;
    assert.deepEqual([await refusal(), server.asked.length], [first, 1]);
    server.answer = answerWith(documentOf(server));
    clock.nowMs += 1;
    assert.equal((await documents.find(id)).name, "Desk");
    assert.equal(server.asked.length, 2);
  }));
