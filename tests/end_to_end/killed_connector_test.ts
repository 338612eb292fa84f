import assert from "node:assert/strict";
import { verifiedBrowser } from "../support/browser.ts";
import { freePort } from "../support/free_port.ts";
import { kvConnectServer } from "../support/kv_connect_server.ts";
import { OAuthClient, type OAuthReply, PUBLIC_URL } from "../support/oauth_client.ts";
import { type PersonOfProcess, personOfProcess } from "../support/person_of_process.ts";
import { runService } from "../support/running_service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";

/** Two processes on one store, of which the test kills the first and starts it again. */
interface Pair extends AsyncDisposable {
  readonly person: PersonOfProcess;
  /** The connector as it speaks to the first and to the second process. */
  readonly first: OAuthClient;
  readonly second: OAuthClient;
  killFirst(): Promise<void>;
  /** Status of a call of the resource at the second process. */
  statusAtSecond(token: string): Promise<number>;
}

async function startPair(): Promise<Pair> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const ports = [freePort(), freePort()];
  const start = async (port: number): Promise<ServiceProcess> => {
    const settings = { DATA_DIR: folder.path, HTTPS_PORT: String(port), WORKERS: "0", RATE_LIMITS: "off", PUBLIC_URL };
    const process = startServiceProcess(settings);
    await process.printed(/ started /);
    return process;
  };
  const [port = 0, otherPort = 0] = ports;
  let killed = await start(port);
  stack.defer(() => killed[Symbol.asyncDispose]());
  stack.use(await start(otherPort));
  const person = stack.use(await personOfProcess(killed, { port, dataDir: folder.path, otherPorts: [otherPort] }));
  const client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(`${folder.path}/tls/certificate.pem`)] });
  stack.use(client);
  const at = (port: number) => ({
    fetch: (path: string, init?: RequestInit) => fetch(`https://localhost:${port}${path}`, { ...init, client }),
  });
  const first = await OAuthClient.register(at(port));
  const kept = stack.move();
  return {
    person,
    first,
    second: OAuthClient.of(at(otherPort), first.id),
    async killFirst() {
      killed.kill("SIGKILL");
      await killed.ended();
      killed = await start(port);
    },
    async statusAtSecond(token) {
      const response = await at(otherPort).fetch("/mcp", {
        method: "POST",
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        headers: {
          "authorization": `Bearer ${token}`,
          "content-type": "application/json",
          "accept": "application/json, text/event-stream",
        },
      });
      await response.body?.cancel();
      return response.status;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Lets the person allow what the connector asks for at the first process, and returns the code. */
async function consented({ person, first }: Pair): Promise<string> {
  const response = await person.fetchSignedIn(`/oauth/requests/${await first.request()}/decision`, {
    method: "POST",
    body: JSON.stringify({ scopes: ["jobs:read"] }),
    headers: { "content-type": "application/json" },
  });
  return new URL((await response.json()).redirect_to).searchParams.get("code") ?? "";
}

function told({ status, body }: OAuthReply): readonly unknown[] {
  return [status, body?.error];
}

Deno.test("two services on one store: each goes on where the other stood, and an end counts at both", async () => {
  await using folder = await temporaryFolder();
  const environment = { WORKERS: "0", KV_PATH: `${folder.path}/kv.sqlite3` };
  await using one = await runService({ environment });
  await using other = await runService({ environment });
  const person = await verifiedBrowser(one);
  const here = await OAuthClient.register(one), there = OAuthClient.of(other, here.id);
  const { body: first } = await there.exchange(await here.code(person));
  const [second, repeated] = [await here.refresh(first.refresh_token), await there.refresh(first.refresh_token)];
  assert.deepEqual([second.status, repeated.body.refresh_token], [200, second.body.refresh_token]);
  await there.send("/oauth/revoke", { token: second.body.refresh_token, client_id: here.id });
  assert.deepEqual(told(await here.refresh(second.body.refresh_token)), [400, "invalid_grant"]);
});

Deno.test(
  fullTest("while the store is away a person sees a page and a connector 503, and neither code nor token is lost", {
    heldBy: "two services on one store: each goes on where the other stood, and an end counts at both",
  }, async () => {
    await using server = kvConnectServer();
    const store = { DENO_KV_ACCESS_TOKEN: "of a test", KV_PATH: server.path };
    await using service = await runService({ environment: { ...store, WORKERS: "0" } });
    const person = await verifiedBrowser(service);
    const connector = await OAuthClient.register(service);
    const { body } = await connector.exchange(await connector.code(person));
    const code = await connector.code(person);
    server.goAway("refused");
    await until(async () => (await service.fetch("/ready")).status === 503, "the service to miss its store");
    const page = await connector.authorize();
    assert.deepEqual([page.status, page.headers.get("content-type")], [503, "text/html; charset=utf-8"]);
    const away = await Promise.all([
      connector.exchange(code),
      connector.refresh(body.refresh_token),
      connector.send("/oauth/revoke", { token: body.refresh_token, client_id: connector.id }),
    ]);
    for (const reply of away) assert.deepEqual(told(reply), [503, "temporarily_unavailable"]);
    server.comeBack();
    await until(async () => (await service.fetch("/ready")).status === 200, "the service to find its store");
    assert.equal((await connector.refresh(body.refresh_token)).status, 200);
    assert.equal((await connector.exchange(code)).status, 200);
  }),
);

Deno.test(fullTest(
  "kill -9 between consent, code, tokens and their answers: a retry at another process goes on, and is not punished as reuse",
  { heldBy: "two services on one store: each goes on where the other stood, and an end counts at both" },
  async () => {
    await using pair = await startPair();
    const code = await consented(pair);
    await pair.killFirst();
    const issued = await pair.first.exchange(code);
    assert.equal(issued.status, 200, JSON.stringify(issued.body));

    // The answer to a refresh is lost with its process: the same request gets the same successor from the other one.
    const lost = (await pair.first.refresh(issued.body.refresh_token)).body;
    await pair.killFirst();
    const again = await pair.second.refresh(issued.body.refresh_token);
    assert.deepEqual([again.status, again.body.refresh_token], [200, lost.refresh_token]);
    for (const token of [lost.access_token, again.body.access_token]) {
      assert.equal(await pair.statusAtSecond(token), 200);
    }

    // Killed at any moment of a refresh, the client goes on with the token that it has.
    let token = again.body.refresh_token;
    for (const afterMs of [0, 4, 15]) {
      const cut = pair.first.refresh(token).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await pair.killFirst();
      const answered = await cut;
      const retried = await pair.second.refresh(token);
      assert.equal(retried.status, 200, `${afterMs} ms: ${JSON.stringify(retried.body)}`);
      if (answered?.status === 200) assert.equal(retried.body.refresh_token, answered.body.refresh_token);
      token = retried.body.refresh_token;
    }

    // A code has no grace: the client begins again, with the person still there.
    const second = await consented(pair);
    assert.equal((await pair.first.exchange(second)).status, 200);
    await pair.killFirst();
    assert.deepEqual(told(await pair.second.exchange(second)), [400, "invalid_grant"]);
    const third = await pair.second.exchange(await consented(pair));
    assert.equal(await pair.statusAtSecond(third.body.access_token), 200);
    await pair.first.send("/oauth/revoke", { token: third.body.refresh_token, client_id: pair.first.id });
    assert.equal(await pair.statusAtSecond(third.body.access_token), 401);
  },
));
