import assert from "node:assert/strict";
import { CONNECTOR_SCOPES } from "../../src/domain/connector_scope.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { listedTools } from "../../src/connector/connector_server.ts";
import { refusalText } from "../../src/connector/refusal_text.ts";
import { TOOLS } from "../../src/connector/tools/mod.ts";
import { apiOfEndpoints } from "../../src/http/routes/mcp/api_of_endpoints.ts";
import { arbitraryOfSchema } from "../support/arbitrary_of_schema.ts";
import fc from "../support/fast_check.ts";
import { RESOURCE } from "../support/oauth_client.ts";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { problemCount, testInTurn } from "../support/tier.ts";

const RUNS = problemCount(2_000, 25);
/** Largest answer, in characters of data and text, that clients take whole. */
const MOST_CHARACTERS = 50_000;

for (const tool of TOOLS) {
  Deno.test(testInTurn(`${tool.name} answers or refuses with a sentence whatever its arguments are`, async () => {
    const service = await sharedService(QUEUED);
    const email = newEmail();
    await verifiedBrowser(service, email);
    const member = await service.store.accounts.findByEmail(email);
    assert.ok(member !== null);
    const access = {
      clientId: "c",
      grantId: "gnt_1",
      familyId: "fam_1",
      resource: RESOURCE,
      scopes: CONNECTOR_SCOPES,
      expiresAt: Infinity,
    };
    const principal = { kind: "connector", account: member.account, access } as const;
    const api = apiOfEndpoints({ principal, address: "127.0.0.1", requestId: "r" }, service.service.dependencies);
    const { inputSchema } = listedTools()[TOOLS.indexOf(tool)];
    let refusals = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryOfSchema(inputSchema), async (given) => {
        const looked = new AbortController();
        const call = {
          api,
          signal: looked.signal,
          waits: true,
          elapsedMs: () => performance.now(),
          wait: () => Promise.resolve(looked.abort()),
          progress: () => Promise.resolve(),
          digest: (...texts: readonly string[]) => String(texts.join().length),
        };
        tool.question(given);
        try {
          const { structured, text } = await tool.answer(given, call);
          tool.output.parse(structured);
          assert.ok(JSON.stringify(structured).length + text.length < MOST_CHARACTERS);
        } catch (error) {
          // Only the end of the call by this test may be thrown as it is.
          if (looked.signal.aborted && error === looked.signal.reason) return;
          assert.ok(error instanceof DomainError, String(error));
          assert.notEqual(error.code, "internal");
          const text = refusalText(error);
          assert.match(text, /^[A-Z‹]/);
          assert.ok(text.length < MOST_CHARACTERS);
          refusals++;
        }
      }),
      { numRuns: RUNS },
    );
    assert.ok(refusals > 0);
  }));
}
