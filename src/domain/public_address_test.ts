import assert from "node:assert/strict";
import { isPublicAddress } from "./public_address.ts";

Deno.test("addresses of the internet are public, in IPv4, IPv6 and IPv4 within IPv6", () => {
  for (const address of ["1.1.1.1", "93.184.216.34", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"]) {
    assert.ok(isPublicAddress(address), address);
  }
});

Deno.test("addresses of this machine, of private and local networks, and reserved ones are not public", () => {
  const others = [
    ..."0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255".split(" "),
    ..."192.0.0.1 192.168.1.1 198.18.0.1 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255".split(" "),
    ..."::1 :: fe80::1 fe80::1%eth0 fc00::1 fd12::1 ff02::1 2001:db8::1 2001::1 2002:7f00:1::".split(" "),
    ..."64:ff9b::7f00:1 64:ff9b:1::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 100::1".split(" "),
    ..."localhost example.com 127.1 2130706433 0x7f000001".split(" "),
    "",
  ];
  for (const address of others) assert.ok(!isPublicAddress(address), address);
});
