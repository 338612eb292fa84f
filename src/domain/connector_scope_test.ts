import assert from "node:assert/strict";
import { commonScopes, CONNECTOR_SCOPES, readConnectorScopes } from "./connector_scope.ts";

Deno.test("scopes are read from words in any order, once each, and an unknown word refuses all of them", () => {
  assert.deepEqual(readConnectorScopes("lists:read jobs:read  jobs:read"), ["jobs:read", "lists:read"]);
  assert.deepEqual(readConnectorScopes(""), []);
  for (const text of ["jobs:read billing", "*", "jobs:*", "JOBS:READ", "jobs:read,jobs:write"]) {
    assert.equal(readConnectorScopes(text), null, text);
  }
});

Deno.test("no scope of an API key that covers others is a scope of a connector", () => {
  assert.deepEqual(commonScopes(["*", "jobs:*", "jobs:read"], CONNECTOR_SCOPES), ["jobs:read"]);
});
