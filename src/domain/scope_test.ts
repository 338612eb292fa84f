import assert from "node:assert/strict";
import { grantsScope, type Scope, SCOPES } from "./scope.ts";

Deno.test("each scope of an API key grants what it includes and nothing more", () => {
  const granted: Record<Scope, readonly Scope[]> = {
    "jobs:read": ["jobs:read"],
    "jobs:write": ["jobs:read", "jobs:write"],
    "jobs:*": ["jobs:read", "jobs:write", "jobs:*"],
    "*": ["jobs:read", "jobs:write", "jobs:*", "*"],
  };
  for (const held of SCOPES) {
    for (const needed of SCOPES) {
      assert.equal(grantsScope([held], needed), granted[held].includes(needed), `${held} for ${needed}`);
    }
  }
});

Deno.test("an empty list of scopes grants nothing, and several scopes grant what any of them grants", () => {
  assert.equal(grantsScope([], "jobs:read"), false);
  assert.equal(grantsScope(["jobs:read", "jobs:*"], "jobs:write"), true);
});
