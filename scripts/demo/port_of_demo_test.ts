import assert from "node:assert/strict";
import { portOfDemo } from "./port_of_demo.ts";

Deno.test("the demo takes a configured port unchanged", () => {
  assert.equal(portOfDemo("9443"), "9443");
  assert.equal(portOfDemo("x"), "x");
});

Deno.test("without a configured port the demo takes a free port where its usual one is in use", () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const port = Number(portOfDemo(undefined, taken.addr.port));
  assert.notEqual(port, taken.addr.port);
  Deno.listen({ hostname: "127.0.0.1", port }).close();
});

Deno.test("for port 0 the demo takes any free port", () => {
  assert.ok(Number(portOfDemo("0")) > 0);
});
