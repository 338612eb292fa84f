import assert from "node:assert/strict";
import { acceptedEncoding, refusesIdentity } from "./accepted_encoding.ts";

Deno.test("the coding of most weight is sent, the shorter one where both weigh the same", () => {
  assert.equal(acceptedEncoding("gzip, deflate, br"), "br");
  assert.equal(acceptedEncoding("gzip"), "gzip");
  assert.equal(acceptedEncoding("GZip;q=0.9, br;q=0.2"), "gzip");
  assert.equal(acceptedEncoding("*"), "br");
  assert.equal(acceptedEncoding("br;q=0, *;q=0.1"), "gzip");
  assert.equal(acceptedEncoding("x-gzip"), "gzip");
  assert.equal(acceptedEncoding("identity;q=0, gzip;q=0.001"), "gzip");
});

Deno.test("bytes are sent as they are where no coding is taken, or the bytes themselves weigh more", () => {
  for (const header of [null, "", "identity", "zstd", "br;q=0, gzip;q=0", "br;q=2", "gzip;q=0.3, identity"]) {
    assert.equal(acceptedEncoding(header), null, String(header));
  }
});

Deno.test("the bytes as they are may not be sent where they weigh nothing, by name or by the star", () => {
  for (const header of ["identity;q=0", "gzip, identity;q=0.000", "br, *;q=0", "*;q=0"]) {
    assert.ok(refusesIdentity(header), header);
  }
  for (const header of [null, "", "gzip", "*", "*;q=0, identity", "identity;q=0.5, *;q=0"]) {
    assert.ok(!refusesIdentity(header), String(header));
  }
});
