import assert from "node:assert/strict";
import { addressRangesOf, isInRanges } from "./address_range.ts";

function isIn(address: string, list: string): boolean {
  const ranges = addressRangesOf(list);
  assert.ok(ranges !== null, list);
  return isInRanges(address, ranges);
}

Deno.test("an IPv4 or IPv6 address lies in a network if it has the prefix of the network", () => {
  const list = "10.0.0.0/8, 203.0.113.7,172.16.5.9/12, 2001:db8:1::/48, ::1";
  for (
    const inside of [
      "10.255.0.1",
      "203.0.113.7",
      "172.31.255.255",
      "2001:db8:1:ffff::9",
      "2001:0DB8:0001:0:0:0:0:1",
      "0:0:0:0:0:0:0:1",
      "2001:db8:1::1%eth0",
    ]
  ) assert.equal(isIn(inside, list), true, inside);
  for (const outside of ["11.0.0.1", "203.0.113.8", "172.32.0.0", "2001:db8:2::1", "::2", "::", "127.0.0.1"]) {
    assert.equal(isIn(outside, list), false, outside);
  }
});

Deno.test("an IPv4 address equals its IPv4-mapped IPv6 form", () => {
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "::ffff:a01:203", "0:0:0:0:0:FFFF:10.1.2.3"]) {
    assert.equal(isIn(address, "10.0.0.0/8"), true, address);
    assert.equal(isIn(address, "::ffff:10.0.0.0/104"), true, address);
    assert.equal(isIn(address, "10.1.2.4"), false, address);
  }
  assert.equal(isIn("2001:db8::1", "0.0.0.0/0"), false);
  assert.equal(isIn("255.1.2.3", "0.0.0.0/0"), true);
  assert.equal(isIn("2001:db8::1", "::/0"), true);
});

Deno.test("a text that is not an IP address lies in no range", () => {
  for (const text of ["", "unknown", "10.0.0", "10.0.0.256", "10.0.0.1:80", "[::1]", "::g", ":", "1:2:3", "::1]/x["]) {
    assert.equal(isIn(text, "0.0.0.0/0, ::/0"), false, text);
  }
});

Deno.test("a list with anything other than addresses and networks is rejected", () => {
  for (
    const list of [
      "",
      ",",
      "10.0.0.0/8,",
      "proxy.example",
      "10.0.0.0/33",
      "::/129",
      "10.0.0.0/",
      "10.0.0.0/8/8",
      "10.0.0.0/-1",
      "[::1]",
      "10.0.0.1:80",
      "fe80::1%eth0",
      "10.0.0.1 10.0.0.2",
    ]
  ) assert.equal(addressRangesOf(list), null, list);
});
