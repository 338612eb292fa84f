import assert from "node:assert/strict";
import { arrivalOf } from "./require_https.ts";

const PEER = { address: "10.0.0.1", isEncrypted: false };

/** What a proxy forwards, and the client's address by it. */
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
    assert.equal(arrivalOf(request, PEER, { trustProxy: true }).address, address);
    assert.equal(arrivalOf(request, PEER, { trustProxy: false }).address, PEER.address);
  });
}
