import assert from "node:assert/strict";
import { acceptedEncoding, refusesIdentity } from "./accepted_encoding.ts";

Deno.test("the content coding with the highest q-value is chosen, and br before gzip where they are equal", () => {
  assert.equal(acceptedEncoding("gzip, deflate, br"), "br");
  assert.equal(acceptedEncoding("gzip"), "gzip");
  assert.equal(acceptedEncoding("GZip;q=0.9, br;q=0.2"), "gzip");
  assert.equal(acceptedEncoding("*"), "br");
  assert.equal(acceptedEncoding("br;q=0, *;q=0.1"), "gzip");
  assert.equal(acceptedEncoding("x-gzip"), "gzip");
  assert.equal(acceptedEncoding("identity;q=0, gzip;q=0.001"), "gzip");
});

Deno.test("no content coding is chosen where none is accepted or identity has a higher q-value", () => {
  for (const header of [null, "", "identity", "zstd", "br;q=0, gzip;q=0", "br;q=2", "gzip;q=0.3, identity"]) {
    assert.equal(acceptedEncoding(header), null, String(header));
  }
});

Deno.test("the identity coding is refused by q=0, given by its name or by *", () => {
  for (const header of ["identity;q=0", "gzip, identity;q=0.000", "br, *;q=0", "*;q=0"]) {
    assert.ok(refusesIdentity(header), header);
  }
  for (const header of [null, "", "gzip", "*", "*;q=0, identity", "identity;q=0.5, *;q=0"]) {
    assert.ok(!refusesIdentity(header), String(header));
  }
});
