import assert from "node:assert/strict";
import { adminInProcess } from "../support/admin_process.ts";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { submitted } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { testInTurn } from "../support/tier.ts";
import { inTime } from "../support/until.ts";

const THIEF = "127.0.0.9";

Deno.test(
  testInTurn(
    "the security log shows the address that uses a stolen API key; deleting the key closes its open stream",
    async () => {
      // Without workers the run stays queued, so its event stream does not end by itself.
      await using service = await runService({ environment: { WORKERS: "0" } });
      const email = newEmail();
      const owner = await verifiedBrowser(service, email);
      const runId = await submitted(owner, pricesBody(2, 30));
      const { body: client } = await owner.send("POST", "/auth/api-clients", { body: { name: "Nightly" } });
      const wanted = { client_id: client.id, name: "Laptop", scopes: ["jobs:read"] };
      const { body: key } = await owner.send("POST", "/auth/api-keys", { body: wanted });
      using thief = thiefWith(service, key.key);
      const stream = await thief.follow(runId);
      assert.equal(stream.status, 200);

      const lines = (await securityLog(service, email)).split("\n").filter((line) => line.includes(THIEF));
      assert.equal(lines.length, 1);
      assert.match(lines[0], new RegExp(`succeeded +GET /jobs/{run_id}/events +from ${THIEF} +by ${key.id}$`));

      assert.equal((await owner.send("DELETE", `/auth/api-keys/${key.id}`)).status, 204);
      await inTime(stream.ended, () => "the end of the stream");
      const refused = await thief.follow(runId);
      assert.equal(refused.status, 401);
      await refused.ended;
      assert.match(await securityLog(service, email), new RegExp(`succeeded +DELETE /auth/api-keys/{id} .*`));
    },
  ),
);

interface Thief {
  follow(runId: string): Promise<{ readonly status: number; readonly ended: Promise<unknown> }>;
  [Symbol.dispose](): void;
}

/** Test helper. Returns a thief: a client at another network address that uses someone's API key. */
function thiefWith({ url, certificate }: RunningService, key: string): Thief {
  const client = Deno.createHttpClient({ caCerts: [certificate], localAddress: THIEF });
  const address = url.replace("localhost", "127.0.0.1");
  return {
    async follow(runId) {
      const response = await fetch(`${address}/jobs/${runId}/events`, { headers: { "x-api-key": key }, client });
      return { status: response.status, ended: response.text() };
    },
    [Symbol.dispose]: () => client.close(),
  };
}

/** Test helper. Returns the output of the operator command `security-log` for an account. */
async function securityLog({ dataDir, service }: RunningService, email: string): Promise<string> {
  await service.dependencies.background.settled();
  const { code, out, error } = await adminInProcess(["security-log", email], { DATA_DIR: dataDir });
  assert.equal(code, 0, error);
  return out;
}
