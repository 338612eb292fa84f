import assert from "node:assert/strict";
import { HOUR_MS, SECOND_MS } from "../../src/domain/instant.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { OAuthClient, type OAuthReply, register } from "../support/oauth_client.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { clockedService, QUEUED, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

/** Calls the resource of connectors with some headers. */
function call(service: RunningService, headers: Readonly<Record<string, string>>): Promise<Response> {
  return service.fetch("/mcp", {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    headers: { "content-type": "application/json", "accept": "application/json, text/event-stream", ...headers },
  });
}

function told({ status, body }: OAuthReply): readonly unknown[] {
  return [status, body?.error];
}

Deno.test("a code that comes after 60 s is refused, and ends no grant", async () => {
  const { service, clock } = await clockedService(QUEUED);
  const person = await verifiedBrowser(service);
  const connector = await OAuthClient.register(service);
  const [late, inTime] = [await connector.code(person), await connector.code(person)];
  const { body } = await connector.exchange(inTime);
  clock.aheadMs = 61 * SECOND_MS;
  assert.deepEqual(told(await connector.exchange(late)), [400, "invalid_grant"]);
  assert.equal((await connector.refresh(body.refresh_token)).status, 200);
});

Deno.test("a request of a connector can be decided for 15 minutes", async () => {
  const { service, clock } = await clockedService(QUEUED);
  const request = await (await OAuthClient.register(service)).request();
  clock.aheadMs = 14.9 * 60 * SECOND_MS;
  const person = await verifiedBrowser(service);
  assert.equal((await person.send("GET", `/oauth/requests/${request}`)).status, 200);
  clock.aheadMs = 15.1 * 60 * SECOND_MS;
  assert.equal((await person.send("GET", `/oauth/requests/${request}`)).status, 404);
});

Deno.test("a clock that is set an hour ahead and back ends no grant: only access tokens get old", async () => {
  const { service, clock } = await clockedService(QUEUED);
  const person = await verifiedBrowser(service);
  const connector = await OAuthClient.register(service);
  const first = (await connector.exchange(await connector.code(person))).body;
  const open = async ({ access_token: token }: { access_token: string }): Promise<number> => {
    const response = await call(service, { authorization: `Bearer ${token}` });
    await response.body?.cancel();
    return response.status;
  };
  clock.aheadMs = HOUR_MS;
  assert.equal(await open(first), 401);
  const second = (await connector.refresh(first.refresh_token)).body;
  assert.equal(await open(second), 200);
  clock.aheadMs = 0;
  assert.deepEqual([await open(first), await open(second)], [200, 200]);
  const repeated = await connector.refresh(first.refresh_token);
  assert.deepEqual([repeated.status, repeated.body.refresh_token], [200, second.refresh_token]);
  const third = await connector.refresh(second.refresh_token);
  assert.deepEqual([third.status, await open(third.body)], [200, 200]);
});

Deno.test("credentials of the API, of another kind and of another form do not open the resource of connectors", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const connector = await OAuthClient.register(service);
  const code = await connector.code(person);
  const { body } = await connector.exchange(await connector.code(person));
  const { body: client } = await person.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const { body: key } = await person.send("POST", "/auth/api-keys", {
    body: { client_id: client.id, name: "Key", scopes: ["*"] },
  });
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { authorization: `Bearer ${person.accessToken}` },
    { authorization: `Bearer ${key.key}` },
    { authorization: `Bearer ${body.refresh_token}` },
    { authorization: `Bearer ${code}` },
    { authorization: `Bearer ${body.access_token}x` },
    { authorization: `Basic ${btoa(`${connector.id}:${body.access_token}`)}` },
    { "x-api-key": key.key },
    { "x-api-key": body.access_token },
    { cookie: `access_token=${body.access_token}` },
    {},
  ];
  for (const headers of wrong) {
    const response = await call(service, headers);
    await response.body?.cancel();
    const challenge = response.headers.get("www-authenticate") ?? "";
    assert.equal(response.status, 401, JSON.stringify(headers));
    assert.match(challenge, /^Bearer .*resource_metadata="https:\/\/service\.localhost\/\.well-known\//);
    assert.match(challenge, /scope="[a-z: ]+"/);
  }
  const query = await service.fetch(`/mcp?access_token=${body.access_token}`, { method: "POST", body: "{}" });
  assert.equal(query.status, 401);
  const right = await call(service, { authorization: `Bearer ${body.access_token}` });
  await right.body?.cancel();
  assert.equal(right.status, 200);
});

Deno.test(
  testInTurn(
    "of a thousand registrations from one address thirty are taken in a minute, and they hold up nobody",
    async () => {
      await using service = await runService({ environment: { ...QUEUED, RATE_LIMITS: "on" } });
      const replies: OAuthReply[] = [];
      for (let sent = 0; sent < 1_000; sent += 50) {
        replies.push(...await Promise.all(Array.from({ length: 50 }, () => register(service, {}))));
      }
      const taken = replies.filter(({ status }) => status === 201);
      // Two minutes may have a part in it.
      assert.ok(taken.length >= 30 && taken.length <= 60, `${taken.length} taken`);
      assert.equal(new Set(taken.map(({ body }) => body.client_id)).size, taken.length);
      for (const reply of replies) {
        if (reply.status !== 201) assert.deepEqual(told(reply), [429, "temporarily_unavailable"]);
      }
      assert.equal((await service.fetch("/health")).status, 200);
    },
  ),
);

Deno.test("200 refreshes with wrong tokens, secrets and clients are refused alike, and change nothing", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const [connector, stranger] = [await OAuthClient.register(service), await OAuthClient.register(service)];
  const { body } = await connector.exchange(await connector.code(person));
  const forms = Array.from({ length: 50 }, (_, index) => [
    connector.refresh(`por_${String(index).padStart(43, "x")}`),
    connector.refresh(body.access_token),
    stranger.refresh(body.refresh_token),
    connector.refresh(body.refresh_token, { client_secret: "x" }),
  ]).flat();
  for (const reply of await Promise.all(forms)) {
    assert.ok(["invalid_grant", "invalid_client"].includes(reply.body.error), JSON.stringify(reply.body));
  }
  assert.equal((await connector.refresh(body.refresh_token)).status, 200);
});
