import assert from "node:assert/strict";
import { newApiKeyText } from "../../src/accounts/api_key_text.ts";
import { freePort } from "../support/free_port.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { type ClockedService, clockedService } from "../support/shared_service.ts";

/** Clock of the tested service that stands still, so that no test crosses the end of a rate limit's minute. */
const CLOCK = { aheadMs: 0, standsStill: true };
const PROXIES = "127.0.0.1, 10.0.0.0/8, 2001:db8:1::/48";

async function serviceBehind(trustedProxies: string): Promise<RunningService> {
  const environment = {
    RATE_LIMITS: "on",
    TRUST_PROXY: "on",
    TRUSTED_PROXIES: trustedProxies,
    HTTP_PORT: String(freePort()),
  };
  return await runService({ environment, clock: CLOCK });
}

const PORT = String(freePort());

/** Returns a service that trusts all networks of `PROXIES`, with its clock, which only a test moves. Tests share it. */
function behindProxies(): Promise<ClockedService> {
  const environment = { RATE_LIMITS: "on", TRUST_PROXY: "on", TRUSTED_PROXIES: PROXIES, HTTP_PORT: PORT };
  return clockedService(environment, { standsStill: true });
}

/**
 * Sends a request with a wrong API key and returns its status. An address gets 429 after sixty such failures a minute.
 */
async function guess(service: RunningService, forwarded: string | null): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${service.service.listening.httpPort}/jobs/active`, {
    headers: {
      authorization: `Bearer ${newApiKeyText("01K00000000000000000000000", (length) => new Uint8Array(length)).text}`,
      "x-forwarded-proto": "https",
      ...forwarded === null ? {} : { "x-forwarded-for": forwarded },
    },
  });
  await response.body?.cancel();
  return response.status;
}

Deno.test("behind trusted proxies, failures count for the rightmost forwarded address that is not a trusted proxy", async () => {
  const { service } = await behindProxies();
  for (let index = 0; index < 60; index++) assert.equal(await guess(service, "203.0.113.7, 10.0.0.1"), 401);
  for (
    const same of [
      "203.0.113.7",
      "198.51.100.9, 203.0.113.7",
      "203.0.113.7, 10.0.0.1, 2001:db8:1::5",
      "203.0.113.7:4711, [2001:db8:1::5]:443",
      "unknown, 203.0.113.7, 10.9.9.9",
      "10.0.0.1, 203.0.113.7",
      "::ffff:203.0.113.7, ::ffff:10.0.0.1",
    ]
  ) assert.equal(await guess(service, same), 429, same);
  for (
    const other of [
      "203.0.113.8",
      "203.0.113.7, 198.51.100.9",
      "203.0.113.7, 11.0.0.1",
      "203.0.113.7, unknown",
      "203.0.113.7, unknown, 10.0.0.2",
      "203.0.113.7, [10.0.0.2",
      `203.0.113.7, ${"x".repeat(5_000)}`,
    ]
  ) assert.equal(await guess(service, other), 401, other.slice(0, 60));
});

Deno.test("where trusted proxies forward no usable address, failures count for the connecting proxy", async () => {
  const { service } = await behindProxies();
  for (let index = 0; index < 60; index++) assert.equal(await guess(service, null), 401);
  for (const same of [null, "", "unknown", "203.0.113.7,", "127.0.0.1"]) {
    assert.equal(await guess(service, same), 429, String(same));
  }
});

Deno.test("the runtime refuses an X-Forwarded-For of 64 KiB, and in one of 60 KiB only the last addresses count", async () => {
  const { service } = await behindProxies();
  assert.equal(await guess(service, "10.0.0.1, ".repeat(6_554)), 400);
  for (let index = 0; index < 60; index++) assert.equal(await guess(service, "10.0.0.1"), 401);
  assert.equal(await guess(service, `203.0.113.7${", 10.0.0.1".repeat(6_000)}`), 429);
});

Deno.test("forwarding headers of an address that is not a trusted proxy are ignored: its request is refused as plain HTTP", async () => {
  await using service = await serviceBehind("10.0.0.0/8, 2001:db8:1::/48");
  assert.equal(await guess(service, "203.0.113.7"), 403);
});
