import assert from "node:assert/strict";
import { authenticateConnector } from "../../src/oauth/authenticate_connector.ts";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { challengeOf, decide, OAuthClient, PUBLIC_URL, REDIRECT, register, RESOURCE } from "../support/oauth_client.ts";
import type { RunningService } from "../support/running_service.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const CALLBACK = new URL(REDIRECT);

/** Returns the scopes of an access token at the resource of connectors, or the code with which it is refused. */
async function scopesAtResource({ store }: RunningService, token: string): Promise<readonly string[] | string> {
  try {
    const config = { publicUrl: PUBLIC_URL };
    return (await authenticateConnector(token, { connectorTokens: store.connectorTokens, config })).access.scopes;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

Deno.test(testInTurn("the metadata lead from the resource to every endpoint of the authorization server", async () => {
  const service = await sharedService(QUEUED);
  for (const path of ["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"]) {
    const resource = await (await service.fetch(path)).json();
    assert.deepEqual([resource.resource, resource.authorization_servers], [RESOURCE, [PUBLIC_URL]]);
  }
  const server = await (await service.fetch("/.well-known/oauth-authorization-server")).json();
  assert.equal(server.issuer, PUBLIC_URL);
  assert.deepEqual(server.code_challenge_methods_supported, ["S256"]);
  assert.equal(server.authorization_response_iss_parameter_supported, true);
  const { paths } = await (await service.fetch("/openapi.json")).json();
  for (const name of ["authorization", "token", "revocation", "registration"]) {
    const { origin, pathname } = new URL(server[`${name}_endpoint`]);
    assert.equal(origin, PUBLIC_URL);
    assert.ok(paths[pathname] !== undefined, pathname);
  }
}));

Deno.test("a person lets a connector in, sees its grant, and takes it back", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const connector = await OAuthClient.register(service);
  const request = await connector.request();
  const shown = (await person.send("GET", `/oauth/requests/${request}`)).body;
  assert.deepEqual(
    [shown.client_name, shown.redirect_host, shown.is_loopback],
    ["Assistant", "assistant.example.com", false],
  );
  assert.deepEqual(shown.scopes.map(({ scope }: { scope: string }) => scope), ["jobs:read", "jobs:write"]);
  const decided = await decide(person, request, ["jobs:read", "jobs:write"]);
  const answer = new URL(decided.body.redirect_to);
  assert.equal(answer.origin + answer.pathname, CALLBACK.href);
  assert.deepEqual([answer.searchParams.get("state"), answer.searchParams.get("iss")], ["state 1", PUBLIC_URL]);

  const issued = await connector.exchange(answer.searchParams.get("code") ?? "");
  const { access_token: accessToken, refresh_token: refreshToken, ...rest } = issued.body;
  assert.deepEqual(rest, { token_type: "Bearer", expires_in: 900, scope: "jobs:read jobs:write" });
  assert.equal(issued.headers.get("cache-control"), "no-store");
  assert.deepEqual(await scopesAtResource(service, accessToken), ["jobs:read", "jobs:write"]);
  const [grant] = (await person.send("GET", "/users/me/mcp-grants")).body.items;
  assert.deepEqual([grant.client_id, grant.client_name], [connector.id, "Assistant"]);
  assert.match(grant.last_used_at, /^\d{4}-/);

  const refreshed = await connector.refresh(refreshToken);
  assert.equal(refreshed.status, 200);
  await person.send("DELETE", `/users/me/mcp-grants?client_id=${connector.id}`);
  assert.equal(await scopesAtResource(service, refreshed.body.access_token), "token_invalid");
  const after = await connector.refresh(refreshed.body.refresh_token);
  assert.deepEqual([after.status, after.body.error], [400, "invalid_grant"]);
});

Deno.test("a person allows fewer scopes than asked for, never others, and by none refuses", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const connector = await OAuthClient.register(service);
  const { body } = await connector.exchange(await connector.code(person, { scopes: ["jobs:read"] }));
  assert.equal(body.scope, "jobs:read");

  const request = await connector.request();
  const beyond = await decide(person, request, ["jobs:read", "analysis:write"]);
  assert.deepEqual([beyond.status, beyond.body.errors[0].pointer], [422, "/scopes/1"]);
  const refused = await decide(person, request, []);
  const answer = new URL(refused.body.redirect_to).searchParams;
  assert.deepEqual([answer.get("error"), answer.get("code"), answer.get("state")], ["access_denied", null, "state 1"]);
  assert.equal((await decide(person, request, ["jobs:read"])).status, 404);
});

Deno.test("consent needs a verified person with the CSRF token of their session", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const connector = await OAuthClient.register(service);
  const path = `/oauth/requests/${await connector.request()}/decision`;
  const body = { scopes: ["jobs:read"] };
  const forged = await person.send("POST", path, { body, headers: { "x-csrf-token": "forged" } });
  assert.deepEqual([forged.status, forged.body.code], [403, "csrf_failed"]);
  const nobody = await person.send("POST", path, { body, anonymous: true });
  assert.deepEqual([nobody.status, nobody.body.code], [401, "credentials_missing"]);
  assert.equal((await person.send("POST", path, { body })).status, 200);
});

Deno.test("nobody is led to an address that the connector has not registered: the person sees a page", async () => {
  const service = await sharedService(QUEUED);
  const connector = await OAuthClient.register(service);
  const others = [
    { redirect_uri: `${REDIRECT}/` },
    { redirect_uri: `${REDIRECT}?x=1` },
    { redirect_uri: "https://evil.example/callback" },
    { redirect_uri: undefined },
    { client_id: "con_unknown" },
    { client_id: undefined },
  ];
  for (const parameters of others) {
    const { status, headers, body } = await connector.authorize(parameters);
    const told = [status, headers.get("location"), headers.get("content-type")];
    assert.deepEqual(told, [400, null, "text/html; charset=utf-8"], JSON.stringify(parameters));
    assert.match(body, /<h1>Cannot connect the assistant<\/h1>/);
  }
});

Deno.test("a fault of a request leads nobody away: its page has a link to the connector, with the error, state and iss", async () => {
  const service = await sharedService(QUEUED);
  const connector = await OAuthClient.register(service);
  const faults: readonly [Readonly<Record<string, string | undefined>>, string][] = [
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ code_challenge_method: undefined }, "invalid_request"],
    [{ code_challenge: undefined }, "invalid_request"],
    [{ code_challenge: "short" }, "invalid_request"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ response_type: undefined }, "unsupported_response_type"],
    [{ resource: "https://other.example/mcp" }, "invalid_target"],
    [{ resource: PUBLIC_URL }, "invalid_target"],
    [{ scope: "jobs:read billing" }, "invalid_scope"],
    [{ scope: "*" }, "invalid_scope"],
  ];
  for (const [parameters, error] of faults) {
    const { status, headers, body } = await connector.authorize(parameters);
    assert.deepEqual([status, headers.get("location")], [400, null], JSON.stringify(parameters));
    const [, link = "", host] = /<a href="(https:[^"]+)">go back to ([^<]+)</.exec(body) ?? [];
    const { origin, pathname, searchParams } = new URL(link.replaceAll("&amp;", "&"));
    const told = [origin + pathname, host, searchParams.get("error"), searchParams.get("state")];
    assert.deepEqual(told, [REDIRECT, CALLBACK.host, error, "state 1"], JSON.stringify(parameters));
    assert.equal(searchParams.get("iss"), PUBLIC_URL);
  }
});

Deno.test("a connector on the person's own machine may use any port, with which it exchanges the code too", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const connector = await OAuthClient.register(service, { redirect_uris: ["http://127.0.0.1/callback"] });
  const redirect = "http://127.0.0.1:51234/callback";
  const request = await connector.request({ redirect_uri: redirect });
  const shown = (await person.send("GET", `/oauth/requests/${request}`)).body;
  assert.deepEqual([shown.redirect_host, shown.is_loopback], ["127.0.0.1:51234", true]);
  const { body } = await decide(person, request, ["jobs:read"]);
  const code = new URL(body.redirect_to).searchParams.get("code") ?? "";
  assert.equal((await connector.exchange(code, { redirect_uri: "http://127.0.0.1/callback" })).status, 400);
  assert.equal((await connector.exchange(code, { redirect_uri: redirect })).status, 200);
});

Deno.test("a code serves only its client, redirect address, verifier and resource, and only once", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const [connector, stranger] = [await OAuthClient.register(service), await OAuthClient.register(service)];
  const code = await connector.code(person);
  const wrong: readonly [Readonly<Record<string, string | undefined>>, string][] = [
    [{ client_id: stranger.id }, "invalid_grant"],
    [{ client_id: "con_unknown" }, "invalid_client"],
    [{ client_id: undefined }, "invalid_client"],
    [{ redirect_uri: `${REDIRECT}?` }, "invalid_grant"],
    [{ redirect_uri: undefined }, "invalid_request"],
    [{ code_verifier: "x".repeat(43) }, "invalid_grant"],
    [{ code_verifier: challengeOf("x") }, "invalid_grant"],
    [{ code_verifier: undefined }, "invalid_request"],
    [{ resource: "https://other.example/mcp" }, "invalid_target"],
    [{ code: "unknown" }, "invalid_grant"],
    [{ code: undefined }, "invalid_request"],
    [{ grant_type: "password" }, "unsupported_grant_type"],
    [{ grant_type: "" }, "invalid_request"],
  ];
  for (const [fields, error] of wrong) {
    const { status, headers, body } = await connector.exchange(code, fields);
    assert.deepEqual([status, body.error], [error === "invalid_client" ? 401 : 400, error], JSON.stringify(fields));
    assert.equal(headers.has("www-authenticate"), status === 401);
  }
  const { status, body } = await connector.exchange(code);
  assert.equal(status, 200);
  const second = await connector.exchange(code);
  assert.deepEqual([second.status, second.body.error], [400, "invalid_grant"]);
  assert.equal(await scopesAtResource(service, body.access_token), "token_invalid");
  assert.deepEqual((await person.send("GET", "/users/me/mcp-grants")).body.items, []);
});

Deno.test("20 refreshes at once give one successor, and a later use of the former token ends the grant", async () => {
  const service = await sharedService(QUEUED);
  const email = newEmail();
  const person = await verifiedBrowser(service, email);
  const connector = await OAuthClient.register(service);
  const first = (await connector.exchange(await connector.code(person))).body.refresh_token;
  const replies = await Promise.all(Array.from({ length: 20 }, () => connector.refresh(first)));
  const successors = new Set(replies.map(({ body }) => body.refresh_token));
  assert.deepEqual([successors.size, successors.has(undefined)], [1, false]);
  const [second] = successors;
  const third = (await connector.refresh(second)).body.refresh_token;
  assert.notEqual(third, second);
  for (const token of [first, third]) {
    const { status, body } = await connector.refresh(token);
    assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  }
  assert.deepEqual((await person.send("GET", "/users/me/mcp-grants")).body.items, []);
  const { account } = await service.store.accounts.findByEmail(email) ?? assert.fail("no account");
  await until(async () => {
    const events = await service.store.securityEvents.list(account.id);
    return events.some(({ code, credentialId }) => code === "invalid_grant" && /^gnt_/.test(credentialId ?? ""));
  });
});

Deno.test("a refresh raises no scope", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const connector = await OAuthClient.register(service);
  const { body } = await connector.exchange(await connector.code(person, { scopes: ["jobs:read"] }));
  for (const scope of ["jobs:read jobs:write", "analysis:write", "*", "billing"]) {
    const { status, body: refused } = await connector.refresh(body.refresh_token, { scope });
    assert.deepEqual([status, refused.error], [400, "invalid_scope"], scope);
  }
  assert.equal((await connector.refresh(body.refresh_token, { scope: "jobs:read" })).body.scope, "jobs:read");
});

Deno.test("no token of a connector opens a route of the API, and no credential of the API the resource of connectors", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const connector = await OAuthClient.register(service);
  const { body } = await connector.exchange(await connector.code(person));
  for (const token of [body.access_token, body.refresh_token]) {
    for (const path of ["/jobs/active", "/users/me", "/billing/me", "/auth/api-keys", "/users/me/mcp-grants"]) {
      const headers = { authorization: `Bearer ${token}` };
      const refused = await person.send("GET", path, { headers });
      assert.deepEqual([refused.status, refused.body.code], [401, "token_invalid"], path);
    }
    const refused = await person.send("GET", "/jobs/active", { anonymous: true, headers: { "x-api-key": token } });
    assert.deepEqual([refused.status, refused.body.code], [401, "key_invalid"]);
  }
  const { body: client } = await person.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const { body: key } = await person.send("POST", "/auth/api-keys", { body: { client_id: client.id, name: "Key" } });
  for (const token of [person.accessToken ?? "", key.key, body.refresh_token, "", "x"]) {
    assert.equal(await scopesAtResource(service, token), "token_invalid");
  }
});

Deno.test("a confidential connector proves itself by its secret, also to end a token", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { status, body: confidential } = await register(service, { token_endpoint_auth_method: "client_secret_post" });
  assert.deepEqual([status, confidential.client_secret_expires_at], [201, 0]);
  const connector = await OAuthClient.register(service);
  const { client_id: id, client_secret: secret } = confidential;
  const code = await connector.code(person, { parameters: { client_id: id } });
  for (const wrong of [undefined, "wrong"]) {
    const refused = await connector.exchange(code, { client_id: id, client_secret: wrong });
    assert.deepEqual([refused.status, refused.body.error], [401, "invalid_client"]);
  }
  const { body } = await connector.exchange(code, { client_id: id, client_secret: secret });
  const token = body.refresh_token;
  assert.equal((await connector.send("/oauth/revoke", { token, client_id: id })).status, 401);
  assert.notEqual(await scopesAtResource(service, body.access_token), "token_invalid");
  const ended = await connector.send("/oauth/revoke", { token, client_id: id, client_secret: secret });
  assert.deepEqual([ended.status, ended.body], [200, null]);
  assert.equal(await scopesAtResource(service, body.access_token), "token_invalid");
  const again = await connector.send("/oauth/revoke", { token, client_id: id, client_secret: secret });
  assert.equal(again.status, 200);
});

Deno.test("a registration with a bad address, name or flow is refused in the words of OAuth", async () => {
  const service = await sharedService(QUEUED);
  const bad: readonly [Readonly<Record<string, unknown>>, string][] = [
    [{ redirect_uris: ["http://assistant.example.com/"] }, "invalid_redirect_uri"],
    [{ redirect_uris: [REDIRECT, "javascript:alert(1)"] }, "invalid_redirect_uri"],
    [{ redirect_uris: [] }, "invalid_client_metadata"],
    [{ redirect_uris: "x" }, "invalid_client_metadata"],
    [{ client_name: "x".repeat(10_000) }, "invalid_client_metadata"],
    [{ client_name: "A\u0007" }, "invalid_client_metadata"],
    [{ client_name: "\u202eA" }, "invalid_client_metadata"],
    [{ token_endpoint_auth_method: "private_key_jwt" }, "invalid_client_metadata"],
    [{ grant_types: ["implicit"] }, "invalid_client_metadata"],
    [{ response_types: ["token"] }, "invalid_client_metadata"],
  ];
  for (const [fields, error] of bad) {
    const { status, body } = await register(service, fields);
    assert.deepEqual([status, body.error], [400, error], JSON.stringify(fields).slice(0, 100));
  }
  const { status, body } = await register(service, {
    software_id: "ignored",
    scope: "x",
    client_uri: "https://a.example",
  });
  assert.deepEqual([status, body.token_endpoint_auth_method], [201, "client_secret_basic"]);
});

Deno.test("a repeated field, a body of JSON and one that is too large are refused in the shape of OAuth", async () => {
  const service = await sharedService(QUEUED);
  const connector = await OAuthClient.register(service);
  const form = "application/x-www-form-urlencoded";
  const bodies: readonly [string, string, number][] = [
    [`client_id=${connector.id}&client_id=${connector.id}`, form, 400],
    [JSON.stringify({ client_id: connector.id }), "application/json", 415],
    [`code=${"x".repeat(70_000)}`, form, 413],
  ];
  for (const [body, type, status] of bodies) {
    const response = await service.fetch("/oauth/token", { method: "POST", body, headers: { "content-type": type } });
    assert.deepEqual([response.status, (await response.json()).error], [status, "invalid_request"]);
  }
});
