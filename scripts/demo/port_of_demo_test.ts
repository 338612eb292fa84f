import assert from "node:assert/strict";
import { portOfDemo } from "./port_of_demo.ts";

Deno.test("a port that is set is taken as it is", () => {
  assert.equal(portOfDemo("9443"), "9443");
  assert.equal(portOfDemo("x"), "x");
});

Deno.test("without a port that is set, a usual port that is taken gives way to a free one", () => {
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const port = Number(portOfDemo(undefined, taken.addr.port));
  assert.notEqual(port, taken.addr.port);
  Deno.listen({ hostname: "127.0.0.1", port }).close();
});

Deno.test("port 0 is any free one", () => {
  assert.ok(Number(portOfDemo("0")) > 0);
});
