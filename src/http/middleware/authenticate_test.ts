import assert from "node:assert/strict";
import { accountIdOf } from "../../domain/identifier.ts";
import type { Account } from "../../domain/account.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Contract } from "../contract.ts";
import type { Principal } from "../principal.ts";
import { authorize } from "./authenticate.ts";

const account: Account = { id: accountIdOf("acc_1"), plan: "free", createdAt: 0 };

function keyWith(...scopes: readonly Scope[]): Principal {
  const common = {
    accountId: accountIdOf("acc_1"),
    clientId: "cli_1",
    name: "Key",
    prefix: "pos",
    createdAt: 0,
    lastUsedAt: null,
  };
  return { kind: "key", account, key: { id: "key_1", ...common, scopes } };
}

function session(options: { verified?: boolean; plan?: Account["plan"] } = {}): Principal {
  const { verified = true, plan = "free" } = options;
  return {
    kind: "session",
    endsAt: 0,
    account: { ...account, plan },
    session: {
      id: "ses_1",
      accountId: accountIdOf("acc_1"),
      userId: "usr_1",
      createdAt: 0,
      refreshedAt: 0,
      userAgent: null,
      network: null,
      expiresAt: 1,
    },
    user: {
      id: "usr_1",
      accountId: accountIdOf("acc_1"),
      email: "ada@example.com",
      fullName: "Ada",
      displayName: null,
      emailVerifiedAt: verified ? 0 : null,
      credentialGeneration: 0,
      createdAt: 0,
    },
  };
}

function answer(contract: Partial<Contract>, principal: Principal): string {
  const common = { method: "POST", path: "/x", summary: "X", rateLimit: "rest", responses: {} } as const;
  try {
    authorize({ ...common, credential: "key or session", ...contract }, principal);
    return "let in";
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

Deno.test("simulations and backtests refuse an API key for a missing scope first, and then with their own code", () => {
  for (const keyRefusal of ["mc_api_key_not_supported", "backtest_api_key_not_supported"] as const) {
    const contract = { credential: "session", scope: "jobs:write", keyRefusal } as const;
    assert.equal(answer(contract, keyWith("jobs:read")), "missing_scope");
    assert.equal(answer(contract, keyWith("jobs:write")), keyRefusal);
    assert.equal(answer(contract, keyWith("*")), keyRefusal);
    assert.equal(answer(contract, session()), "let in");
  }
});

Deno.test("the scope jobs:write includes jobs:read, and a wildcard scope includes both", () => {
  const [reading, writing] = [{ scope: "jobs:read" }, { scope: "jobs:write" }] as const;
  for (const scope of ["jobs:read", "jobs:write", "jobs:*", "*"] as const) {
    assert.equal(answer(reading, keyWith(scope)), "let in");
    assert.equal(answer(writing, keyWith(scope)), scope === "jobs:read" ? "missing_scope" : "let in");
  }
  assert.equal(answer(reading, keyWith()), "missing_scope");
});

Deno.test("an unverified address is refused before a lower plan, and a lower plan with sessions and API keys alike", () => {
  const contract = { credential: "session", plan: "enterprise" } as const;
  assert.equal(answer(contract, session({ verified: false })), "email_not_verified");
  assert.equal(answer(contract, session()), "enterprise_plan_required");
  assert.equal(answer(contract, session({ plan: "enterprise" })), "let in");
  assert.equal(answer(contract, keyWith("*")), "jwt_user_required");
  assert.equal(answer({ plan: "enterprise" }, keyWith("*")), "enterprise_plan_required");
});

Deno.test("an unverified account is accepted where the endpoint's contract allows it", () => {
  assert.equal(answer({ credential: "session", unverified: true }, session({ verified: false })), "let in");
});
