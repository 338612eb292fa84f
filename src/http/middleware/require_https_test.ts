import assert from "node:assert/strict";
import { addressRangesOf } from "../../domain/address_range.ts";
import { arrivalOf } from "./require_https.ts";

const PEER = { address: "10.0.0.1", isEncrypted: false };

/** Test cases: an `X-Forwarded-For` header that arrives through one proxy, and the client address expected from it. */
const CASES: readonly (readonly [string, string])[] = [
  ["203.0.113.7", "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7", "203.0.113.7"],
  ["9.9.9.9:5555", "9.9.9.9"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:5555", "2001:db8::1"],
  ["x".repeat(5_000), PEER.address],
  [`fe80::1%${"x".repeat(5_000)}`, PEER.address],
  ["203.0.113.7, unknown", PEER.address],
  ["[9.9.9.9", PEER.address],
  ["999.9.9.9:1", PEER.address],
  ["", PEER.address],
];

for (const [forwarded, address] of CASES) {
  Deno.test(`behind a proxy that forwards "${forwarded.slice(0, 40)}" the client is at ${address}`, () => {
    const request = new Request("http://localhost/", { headers: { "x-forwarded-for": forwarded } });
    const trustedProxies = null;
    assert.equal(arrivalOf(request, PEER, { trustProxy: true, trustedProxies }).address, address);
    assert.equal(arrivalOf(request, PEER, { trustProxy: false, trustedProxies }).address, PEER.address);
  });
}

/**
 * Test cases: an `X-Forwarded-For` header that arrives through proxies in 10.0.0.0/8 and 2001:db8:1::/48, and the
 * client address expected from it.
 */
const CASES_OF_SEVERAL: readonly (readonly [string, string])[] = [
  ["203.0.113.7", "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7, 10.0.0.9", "203.0.113.7"],
  ["203.0.113.7:4711, [2001:db8:1::5]:443, ::ffff:10.0.0.3", "203.0.113.7"],
  ["10.0.0.8, 203.0.113.7", "203.0.113.7"],
  ["203.0.113.7, 11.0.0.1", "11.0.0.1"],
  ["203.0.113.7, unknown", PEER.address],
  ["203.0.113.7, unknown, 10.0.0.2", "10.0.0.2"],
  ["203.0.113.7,, 10.0.0.2", "10.0.0.2"],
  [`203.0.113.7, ${"x".repeat(5_000)}, 10.0.0.2`, "10.0.0.2"],
  ["10.0.0.4, 10.0.0.3", "10.0.0.4"],
  [`203.0.113.7${", 10.0.0.2".repeat(5_000)}`, "10.0.0.2"],
  ["", PEER.address],
];

for (const [forwarded, address] of CASES_OF_SEVERAL) {
  Deno.test(`through trusted proxies that forward "${forwarded.slice(0, 60)}" the client is at ${address}`, () => {
    const trustedProxies = addressRangesOf("10.0.0.0/8, 2001:db8:1::/48");
    const headers = { "x-forwarded-for": forwarded, "x-forwarded-proto": "https" };
    const request = new Request("http://localhost/", { headers });
    assert.deepEqual(arrivalOf(request, PEER, { trustProxy: true, trustedProxies }), { address, isSecure: true });
    const stranger = { address: "198.51.100.66", isEncrypted: false };
    assert.deepEqual(arrivalOf(request, stranger, { trustProxy: true, trustedProxies }), {
      address: stranger.address,
      isSecure: false,
    });
  });
}
