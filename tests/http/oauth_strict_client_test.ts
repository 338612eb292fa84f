/** Tests the authorization server with a strict client library, from the first 401 to the end of the grant. */
import assert from "node:assert/strict";
import * as oauth from "oauth4webapi";
import { CONNECTOR_SCOPES } from "../../src/domain/connector_scope.ts";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { decide, PUBLIC_URL, REDIRECT, RESOURCE } from "../support/oauth_client.ts";
import type { RunningService } from "../support/running_service.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";

/** Lets the library reach the tested service under its public address. */
function reaching(service: RunningService): { [oauth.customFetch]: (url: string, init: object) => Promise<Response> } {
  return {
    [oauth.customFetch](url, init) {
      const { origin, pathname, search } = new URL(url);
      assert.equal(origin, PUBLIC_URL);
      return service.fetch(`${pathname}${search}`, init);
    },
  };
}

/** Calls the resource with a token and returns its challenge; null if it takes the token. */
async function challengeOf(service: RunningService, token: string | null): Promise<string | null> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const headers = {
    "content-type": "application/json",
    "accept": "application/json, text/event-stream",
    ...token === null ? {} : { authorization: `Bearer ${token}` },
  };
  const response = await service.fetch("/mcp", { method: "POST", body, headers });
  await response.body?.cancel();
  const challenge = response.headers.get("www-authenticate");
  assert.equal(response.status === 401, challenge !== null);
  return challenge;
}

async function discovered(service: RunningService): Promise<oauth.AuthorizationServer> {
  const challenge = await challengeOf(service, null);
  const metadata = new URL(/resource_metadata="([^"]+)"/.exec(challenge ?? "")?.[1] ?? "about:blank");
  assert.equal(metadata.href, `${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp`);
  const options = reaching(service);
  const resourceUrl = new URL(RESOURCE);
  const resource = await oauth.processResourceDiscoveryResponse(
    resourceUrl,
    await oauth.resourceDiscoveryRequest(resourceUrl, options),
  );
  const issuer = new URL(resource.authorization_servers?.[0] ?? "about:blank");
  const response = await oauth.discoveryRequest(issuer, { ...options, algorithm: "oauth2" });
  return await oauth.processDiscoveryResponse(issuer, response);
}

interface Asked {
  readonly verifier: string;
  readonly state: string;
  /** Address at which the person's browser brought the answer to the client. */
  readonly answer: URL;
}

async function ask(
  service: RunningService,
  person: Browser,
  { server, client }: { readonly server: oauth.AuthorizationServer; readonly client: oauth.Client },
): Promise<Asked> {
  const verifier = oauth.generateRandomCodeVerifier(), state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? "about:blank");
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: "code",
    scope: "jobs:read rules:check",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    resource: RESOURCE,
  }).toString();
  const led = await service.fetch(`${url.pathname}${url.search}`, { redirect: "manual" });
  const request = new URL(led.headers.get("location") ?? "about:blank").searchParams.get("request") ?? "";
  const { body } = await decide(person, request, ["jobs:read", "rules:check"]);
  return { verifier, state, answer: new URL(body.redirect_to) };
}

for (const method of ["none", "client_secret_basic", "client_secret_post"] as const) {
  Deno.test(`a strict client that proves itself by ${method} comes from a 401 to tokens, refreshes and ends them`, async () => {
    const service = await sharedService(QUEUED);
    const person = await verifiedBrowser(service);
    const server = await discovered(service);
    assert.deepEqual(server.scopes_supported, CONNECTOR_SCOPES);
    assert.equal(server.client_id_metadata_document_supported, true);
    const options = reaching(service);
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, {
        redirect_uris: [REDIRECT],
        client_name: "Strict",
        token_endpoint_auth_method: method,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      }, options),
    );
    const secret = String(client.client_secret);
    const proof = {
      none: () => oauth.None(),
      client_secret_basic: () => oauth.ClientSecretBasic(secret),
      client_secret_post: () => oauth.ClientSecretPost(secret),
    }[method]();

    const { verifier, state, answer } = await ask(service, person, { server, client });
    const parameters = oauth.validateAuthResponse(server, client, answer, state);
    const first = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, proof, parameters, REDIRECT, verifier, {
        ...options,
        additionalParameters: { resource: RESOURCE },
      }),
    );
    assert.deepEqual([first.token_type, first.expires_in, first.scope], ["bearer", 900, "jobs:read rules:check"]);
    assert.equal(await challengeOf(service, first.access_token), null);

    const next = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, proof, first.refresh_token ?? "", {
        ...options,
        additionalParameters: { resource: RESOURCE, scope: "jobs:read" },
      }),
    );
    assert.equal(next.scope, "jobs:read");
    assert.equal(await challengeOf(service, next.access_token), null);

    const ended = await oauth.revocationRequest(server, client, proof, next.refresh_token ?? "", options);
    assert.equal(await oauth.processRevocationResponse(ended), undefined);
    for (const token of [first.access_token, next.access_token]) {
      assert.match(await challengeOf(service, token) ?? "", /error="invalid_token"/);
    }
    const again = await oauth.refreshTokenGrantRequest(server, client, proof, next.refresh_token ?? "", options);
    await assert.rejects(oauth.processRefreshTokenResponse(server, client, again), { error: "invalid_grant" });
    assert.deepEqual((await person.send("GET", "/users/me/mcp-grants")).body.items, []);
  });
}

Deno.test("a strict client sees that an answer is not from the server that it asked, and that a person refused", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const server = await discovered(service);
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(server, {
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: "none",
    }, reaching(service)),
  );
  const { state, answer } = await ask(service, person, { server, client });
  // An honest client of two servers gets the code of this one while it believes to talk to the other (RFC 9207).
  const other = { ...server, issuer: "https://other.example" };
  assert.throws(() => oauth.validateAuthResponse(other, client, answer, state), /iss/);
  const forged = new URL(answer);
  forged.searchParams.set("iss", "https://other.example");
  assert.throws(() => oauth.validateAuthResponse(server, client, forged, state), /iss/);
  forged.searchParams.delete("iss");
  assert.throws(() => oauth.validateAuthResponse(server, client, forged, state), /iss/);
  assert.throws(() => oauth.validateAuthResponse(server, client, answer, oauth.generateRandomState()), /state/);
  assert.ok(oauth.validateAuthResponse(server, client, answer, state).has("code"));
});
