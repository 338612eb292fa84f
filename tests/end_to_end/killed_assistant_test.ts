import assert from "node:assert/strict";
import { HOUR_MS } from "../../src/domain/instant.ts";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { callTool, listenToRun } from "../support/connector_message.ts";
import { kvConnectServer } from "../support/kv_connect_server.ts";
import { OAuthClient, type ServiceOfConnector } from "../support/oauth_client.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";

const STOCKS = [{ exchange: "NSE", ticker: "EXMANGO" }, { exchange: "NSE", ticker: "EXLOTUS" }];
// Reads of the store that were given up while it was away end by themselves later, once their retries reach it again.
Deno.test.sanitizer({ ops: false, resources: false });

/** A second, and half of one for a busy machine. */
const ENDS_WITHIN_MS = 1_500;
const ONE_STORE = "a grant that one process revokes ends an open subscription at another within a second";

// deno-lint-ignore no-explicit-any -- a test looks into bodies of many shapes
type Json = any;

/** Returns the data of the answer of a tool, which came as JSON or as an event. */
async function dataOf(response: Response): Promise<Json> {
  const text = await response.text();
  const message = text.startsWith("{") ? text : /^data: (.*"result".*)$/m.exec(text)?.[1] ?? "null";
  const result = JSON.parse(message)?.result;
  assert.ok(result !== undefined && result.isError !== true, text);
  return result.structuredContent;
}

/** Sends requests without a check of their contract, which would read a stream to its end. */
function unchecked({ url, certificate }: RunningService): ServiceOfConnector & Disposable {
  const client = Deno.createHttpClient({ caCerts: [certificate] });
  return {
    fetch: (path, init) => fetch(`${url}${path}`, { ...init, client }),
    [Symbol.dispose]: () => client.close(),
  };
}

async function queuedRun(person: Browser): Promise<string> {
  const { body } = await person.send("POST", "/jobs", { body: { stocks: STOCKS, methods: ["equal_weight"] } });
  return body.run_id;
}

Deno.test(ONE_STORE, async () => {
  await using folder = await temporaryFolder();
  const environment = { WORKERS: "0", KV_PATH: `${folder.path}/kv.sqlite3` };
  await using one = await runService({ environment });
  await using other = await runService({ environment });
  const person = await verifiedBrowser(one);
  const connector = await OAuthClient.register(one);
  const { body: { access_token: token } } = await connector.exchange(await connector.code(person));
  using listener = unchecked(other);
  const stream = await listenToRun(listener, token, await queuedRun(person));
  const { eventStreams } = other.service.dependencies;
  await until(() => eventStreams.open > 0, "the subscription");
  await person.send("DELETE", `/users/me/mcp-grants?client_id=${encodeURIComponent(connector.id)}`);
  const revokedAt = performance.now();
  assert.match(await stream.text(), /acknowledged/);
  const endedMs = performance.now() - revokedAt;
  assert.ok(endedMs < ENDS_WITHIN_MS, `${endedMs} ms`);
});

Deno.test("at a process whose clock is an hour ahead a connector refreshes and goes on, and a refresh repeated there ends the grant", async () => {
  await using folder = await temporaryFolder();
  const environment = { WORKERS: "0", KV_PATH: `${folder.path}/kv.sqlite3` };
  await using right = await runService({ environment });
  await using ahead = await runService({ environment, clock: { aheadMs: HOUR_MS } });
  const person = await verifiedBrowser(right);
  const here = await OAuthClient.register(right), there = OAuthClient.of(ahead, here.id);
  const { body: first } = await here.exchange(await here.code(person));
  const run_id = await queuedRun(person);
  const statusAt = async (service: typeof right, token: string): Promise<number> => {
    const response = await callTool(service, token, { name: "get_run", given: { run_id } });
    await response.body?.cancel();
    return response.status;
  };
  assert.deepEqual([await statusAt(right, first.access_token), await statusAt(ahead, first.access_token)], [200, 401]);
  const { body: second } = await there.refresh(first.refresh_token);
  assert.deepEqual([await statusAt(right, second.access_token), await statusAt(ahead, second.access_token)], [
    200,
    200,
  ]);
  assert.equal((await here.refresh(first.refresh_token)).body.refresh_token, second.refresh_token);

  const { body: third } = await here.refresh(second.refresh_token);
  assert.equal((await there.refresh(second.refresh_token)).body.error, "invalid_grant");
  assert.equal((await here.refresh(third.refresh_token)).body.error, "invalid_grant");
  assert.equal(await statusAt(right, third.access_token), 401);
});

Deno.test(fullTest(
  "while the store is away a call is refused with not_ready and no word about its grant, and then goes on",
  // The KV client keeps waiting for answers that never come.
  { heldBy: ONE_STORE, sanitizeOps: false },
  async () => {
    await using server = kvConnectServer();
    const store = { DENO_KV_ACCESS_TOKEN: "of a test", KV_PATH: server.path };
    await using service = await runService({ environment: { ...store, WORKERS: "0" } });
    const person = await verifiedBrowser(service);
    const connector = await OAuthClient.register(service);
    const { body: { access_token: token } } = await connector.exchange(await connector.code(person));
    const run_id = await queuedRun(person);
    using listener = unchecked(service);
    const open = await listenToRun(listener, token, run_id);
    const waiting = callTool(listener, token, { name: "get_run", given: { run_id, wait_seconds: 20 } });
    await until(() => service.service.dependencies.eventStreams.open > 0, "the subscription");
    server.goAway("refused");
    await until(async () => (await service.fetch("/ready")).status === 503, "the service to miss its store");
    const refused = await callTool(service, token, { name: "get_run", given: { run_id } });
    assert.deepEqual([refused.status, refused.headers.get("www-authenticate")], [503, null]);
    const { jsonrpc, error } = await refused.json();
    assert.deepEqual([jsonrpc, error.code, error.data.code], ["2.0", -32_603, "not_ready"]);
    assert.match(await open.text(), /acknowledged/);
    const answered = await waiting;
    assert.notEqual(answered.status, 401);
    assert.match(await answered.text(), /not_ready/);
    server.comeBack();
    await until(async () => (await service.fetch("/ready")).status === 200, "the service to find its store");
    assert.equal((await dataOf(await callTool(service, token, { name: "get_run", given: { run_id } }))).run_id, run_id);
  },
));
