import assert from "node:assert/strict";
import { verifiedBrowser } from "../support/browser.ts";
import { sendMessage } from "../support/connector_message.ts";
import { kvConnectServer } from "../support/kv_connect_server.ts";
import { OAuthClient, type OAuthReply } from "../support/oauth_client.ts";
import { type PairOfProcesses, pairOfProcesses } from "../support/pair_of_processes.ts";
import { runService } from "../support/running_service.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { fullTest } from "../support/tier.ts";
import { until } from "../support/until.ts";

/** Ends the first process as a failure does, and starts it again. */
async function killAndStart(pair: PairOfProcesses): Promise<void> {
  await pair.killFirst();
  await pair.startFirst();
}

/** Returns the status of a call of the resource at the second process. */
async function statusAtSecond({ atSecond }: PairOfProcesses, token: string): Promise<number> {
  const response = await sendMessage(atSecond, token, { method: "tools/list" });
  await response.body?.cancel();
  return response.status;
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
    // The KV client keeps waiting for answers that never come.
    sanitizeOps: false,
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
    await using pair = await pairOfProcesses();
    const code = await pair.consented(["jobs:read"]);
    await killAndStart(pair);
    const issued = await pair.first.exchange(code);
    assert.equal(issued.status, 200, JSON.stringify(issued.body));

    // The answer to a refresh is lost with its process: the same request gets the same successor from the other one.
    const lost = (await pair.first.refresh(issued.body.refresh_token)).body;
    await killAndStart(pair);
    const again = await pair.second.refresh(issued.body.refresh_token);
    assert.deepEqual([again.status, again.body.refresh_token], [200, lost.refresh_token]);
    for (const token of [lost.access_token, again.body.access_token]) {
      assert.equal(await statusAtSecond(pair, token), 200);
    }

    // Killed at any moment of a refresh, the client goes on with the token that it has.
    let token = again.body.refresh_token;
    for (const afterMs of [0, 4, 15]) {
      const cut = pair.first.refresh(token).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      await killAndStart(pair);
      const answered = await cut;
      const retried = await pair.second.refresh(token);
      assert.equal(retried.status, 200, `${afterMs} ms: ${JSON.stringify(retried.body)}`);
      if (answered?.status === 200) assert.equal(retried.body.refresh_token, answered.body.refresh_token);
      token = retried.body.refresh_token;
    }

    // A code has no grace: the client begins again, with the person still there.
    const second = await pair.consented(["jobs:read"]);
    assert.equal((await pair.first.exchange(second)).status, 200);
    await killAndStart(pair);
    assert.deepEqual(told(await pair.second.exchange(second)), [400, "invalid_grant"]);
    const third = await pair.second.exchange(await pair.consented(["jobs:read"]));
    assert.equal(await statusAtSecond(pair, third.body.access_token), 200);
    await pair.first.send("/oauth/revoke", { token: third.body.refresh_token, client_id: pair.first.id });
    assert.equal(await statusAtSecond(pair, third.body.access_token), 401);
  },
));
