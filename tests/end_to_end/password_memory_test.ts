import assert from "node:assert/strict";
import { residentMebibytes } from "../../scripts/bench/resident_mebibytes.ts";
import { freePort } from "../support/free_port.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";

/** Number of checks of passwords, each of which takes 19 MiB while it is computed, and of those at the same time. */
const CHECKS = 60, AT_ONCE = 4;
const GROWTH_AT_MOST_MIB = 120;

Deno.test(testInTurn({
  name: `a process gives the memory of ${CHECKS} checks of passwords back`,
  // Elsewhere the C library has no such setting.
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using folder = await temporaryFolder();
    const port = freePort();
    await using service = startServiceProcess({
      DATA_DIR: folder.path,
      TRUST_PROXY: "on",
      HTTP_PORT: `${port}`,
      RATE_LIMITS: "off",
      WORKERS: "0",
    });
    await service.printed(/ started /);
    const logIn = async (_: unknown, index: number): Promise<void> => {
      const response = await fetch(`http://127.0.0.1:${port}/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" },
        body: JSON.stringify({ email: `nobody-${index}@example.com`, password: "Correct horse" }),
      });
      assert.deepEqual([response.status, (await response.json()).code], [401, "invalid_credentials"]);
    };
    const together = (): Promise<unknown> => Promise.all(Array.from({ length: AT_ONCE }, logIn));
    await together();
    const before = await residentMebibytes(service.pid);
    for (let done = AT_ONCE; done < CHECKS; done += AT_ONCE) await together();
    const growth = await residentMebibytes(service.pid) - before;
    assert.ok(growth < GROWTH_AT_MOST_MIB, `${Math.round(growth)} MiB more`);
  },
}));
