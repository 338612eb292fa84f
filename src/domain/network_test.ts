import assert from "node:assert/strict";
import { networkOf, shownNetworkOf } from "./network.ts";

Deno.test("the network of an IPv4 address is the address itself, that of an IPv6 address its /64", () => {
  assert.equal(networkOf("203.0.113.7"), "203.0.113.7");
  assert.equal(networkOf("::ffff:203.0.113.7"), "203.0.113.7");
  assert.equal(networkOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  assert.equal(networkOf("2001:0DB8:0001:0002::9"), "2001:db8:1:2::/64");
  assert.equal(networkOf("2001:db8::1"), "2001:db8:0:0::/64");
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
  assert.equal(networkOf("fe80::1%eth0"), "fe80:0:0:0::/64");
});

Deno.test("the network shown for a session leaves out the last part of its address", () => {
  assert.equal(shownNetworkOf("203.0.113.7"), "203.0.113.0/24");
  assert.equal(shownNetworkOf("::ffff:203.0.113.7"), "203.0.113.0/24");
  assert.equal(shownNetworkOf("2001:db8::1:2:3:4"), "2001:db8:0:0::/64");
  assert.equal(shownNetworkOf("unknown"), "unknown");
});
