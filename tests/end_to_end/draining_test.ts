import assert from "node:assert/strict";
import { freePort } from "../support/free_port.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

Deno.test(
  testInTurn(
    "a process that is told to stop says so at /ready, answers all else meanwhile, and ends after the time of draining",
    async () => {
      await using folder = await temporaryFolder();
      const port = freePort();
      await using service = startServiceProcess({
        DATA_DIR: folder.path,
        TRUST_PROXY: "on",
        HTTP_PORT: `${port}`,
        WORKERS: "0",
        STOP_DRAIN_SECONDS: "2",
      });
      await service.printed(/ started /);
      const ask = async (path: string): Promise<readonly [number, unknown]> => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-forwarded-proto": "https" } });
        return [response.status, (await response.json()).code];
      };
      assert.deepEqual(await ask("/ready"), [200, undefined]);
      service.kill("SIGTERM");
      await service.printed(/ draining for_ms=2000/);
      assert.deepEqual(await ask("/ready"), [503, "not_ready"]);
      assert.deepEqual(await ask("/health"), [200, undefined]);
      // A connection that is open already is served as well.
      assert.deepEqual(await ask("/users/me"), [401, "credentials_missing"]);
      assert.equal((await service.ended()).code, 0);
      await until(async () => await ask("/health").then(() => false, () => true), "the port to be closed");
    },
  ),
);
