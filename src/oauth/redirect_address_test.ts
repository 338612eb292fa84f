import assert from "node:assert/strict";
import { faultOfRedirectAddress, isRegisteredAddress, shownAddress } from "./redirect_address.ts";

Deno.test("only HTTPS addresses and HTTP addresses of the own machine can be registered", () => {
  const good = [
    "https://assistant.example.com/callback",
    "https://assistant.example.com/callback?state=1&mail=a@b",
    "http://127.0.0.1/callback",
    "http://localhost:33418/",
    "http://[::1]:8080/callback",
  ];
  for (const address of good) assert.equal(faultOfRedirectAddress(address), null, address);
  const bad = [
    "",
    "/callback",
    "http://assistant.example.com/callback",
    "http://127.0.0.1.example.com/",
    "http://localhost.example.com/",
    "ftp://127.0.0.1/",
    "javascript:alert(1)",
    "data:text/html,x",
    "cursor://callback",
    "https://assistant.example.com/#fragment",
    "https://assistant.example.com/#",
    "https://user@assistant.example.com/",
    "https://@assistant.example.com/",
    "https://assistant.example.com\\@evil.example/",
    " https://assistant.example.com/",
    "https://assistant.example.com/\n",
    "https://assistant.exam\tple.com/",
    "https://аssistant.example.com/",
    `https://assistant.example.com/${"x".repeat(2_000)}`,
  ];
  for (const address of bad) assert.notEqual(faultOfRedirectAddress(address), null, address);
});

Deno.test("an address is registered letter for letter, on the own machine with any port", () => {
  const registered = ["https://assistant.example.com/callback", "http://127.0.0.1:1/callback?a=1", "http://localhost/"];
  const same = [
    ...registered,
    "http://127.0.0.1/callback?a=1",
    "http://127.0.0.1:54321/callback?a=1",
    "http://localhost:8080/",
  ];
  for (const address of same) assert.ok(isRegisteredAddress(address, registered), address);
  const others = [
    "https://assistant.example.com/callback/",
    "https://assistant.example.com/callback?x=1",
    "https://assistant.example.com:443/callback",
    "https://assistant.example.com:8443/callback",
    "https://ASSISTANT.example.com/callback",
    "https://evil.example/callback",
    "http://127.0.0.1:54321/callback",
    "http://127.0.0.1:54321/callback?a=1#x",
    "http://localhost:54321/callback?a=1",
    "http://[::1]:54321/callback?a=1",
    "http://127.0.0.1:99999/callback?a=1",
    "http://127.0.0.1:1@evil.example/callback?a=1",
    "https://127.0.0.1:1/callback?a=1",
    "http://localhost",
    "",
  ];
  for (const address of others) assert.ok(!isRegisteredAddress(address, registered), address);
});

Deno.test("a person is shown the host of an address, and whether it is a program on the own machine", () => {
  assert.deepEqual(shownAddress("https://assistant.example.com/x"), {
    host: "assistant.example.com",
    isLoopback: false,
  });
  assert.deepEqual(shownAddress("http://127.0.0.1:8080/x"), { host: "127.0.0.1:8080", isLoopback: true });
});

Deno.test("a program on the own machine is shown as one under every scheme and name", () => {
  const own = [
    "https://localhost:1234/cb",
    "https://LOCALHOST./cb",
    "https://app.localhost/cb",
    "https://127.0.0.1/cb",
    "https://127.8.9.1/cb",
    "https://2130706433/cb",
    "https://[::1]/cb",
    "https://[::ffff:127.0.0.1]/cb",
  ];
  for (const address of own) assert.equal(shownAddress(address).isLoopback, true, address);
  for (const address of ["https://localhost.example/cb", "https://notlocalhost/cb", "https://127.0.0.1.example/cb"]) {
    assert.equal(shownAddress(address).isLoopback, false, address);
  }
});
