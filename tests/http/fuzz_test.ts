import assert from "node:assert/strict";
import { z } from "zod";
import type { Contract } from "../../src/http/contract.ts";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import { type Browser, newEmail, PASSWORD, verifiedBrowser } from "../support/browser.ts";
import { anyCharacter } from "../support/any_character.ts";
import fc from "../support/fast_check.ts";
import { type RunningService } from "../support/running_service.ts";
import { submitted } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { partOf, problemCount, testInTurn } from "../support/tier.ts";

/** Number of fuzzed requests per endpoint. */
const RUNS = problemCount(40, 15);

Deno.test(
  testInTurn("no random body, path or query makes any endpoint respond with a server error", async (context) => {
    // The tested service has no workers, so submitted runs stay queued.
    const service = await sharedService(QUEUED);
    const person = await verifiedBrowser(service);
    for (const { contract } of partOf(ENDPOINTS)) {
      // Leaves out the endpoint that deletes the account, because it would sign the person out for all later requests.
      if (contract.path === "/users/me" && contract.method === "DELETE") continue;
      await context.step(`${contract.method} ${contract.path}`, async () => {
        await fuzz(contract, service, { person, id: await idFor(contract, person) });
      });
    }
  }),
);

/** Test helper. Creates a run for an endpoint that takes a run id, and returns its id. */
async function idFor({ path }: Contract, person: Browser): Promise<string> {
  if (!path.includes("{run_id}")) return "x";
  const runId = await submitted(person, pricesBody(2, 30));
  // The test cancels the run, because the event stream of an unfinished run would not end.
  await person.send("POST", `/jobs/${runId}/cancel`);
  return runId;
}

async function fuzz(
  contract: Contract,
  service: RunningService,
  { person, id }: { person: Browser; id: string },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(bodyOf(contract), pathOf(contract, id), async (body, path) => {
      const headers = new Headers({ authorization: `Bearer ${person.accessToken}` });
      if (body !== undefined) headers.set("content-type", "application/json");
      const init = { method: contract.method, headers, body: body ?? null, redirect: "manual" } as const;
      const response = await service.fetch(path, init);
      await response.body?.cancel();
      assert.ok(response.status < 500, `${response.status} for ${path} ${body}`);
    }),
    { numRuns: RUNS },
  );
}

/** Fast-check arbitrary of texts that often break programs. */
const oddText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "\ud800",
    "__proto__",
    "constructor",
    "a@b.example",
    `${"a".repeat(289)}@b.example`,
    "\u212a@b.example",
    "Bcc: x@y.example\r\n",
    "<script>",
    "\u202e\ufeff",
    "x".repeat(5_000),
    "P" + "\u00e9".repeat(200),
    PASSWORD,
    newEmail(),
  ),
);

const oddValue = fc.oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(null, -1, 1e308, 0.1, [], {}, [[[]]], ["jobs:read", "jobs:read"], ["*"], true),
  },
);

/**
 * Fast-check arbitrary of request bodies as text: odd values in the fields of the schema, and sometimes other JSON or
 * invalid JSON.
 */
function bodyOf({ method, body }: Pick<Contract, "method" | "body">): fc.Arbitrary<string | undefined> {
  if (method === "GET") return fc.constant(undefined);
  if (body === undefined) return fc.oneof(fc.constant(undefined), bodyOf({ method, body: z.strictObject({}) }));
  const { properties = {} } = z.toJSONSchema(body, { io: "input" });
  const known = fc.record(Object.fromEntries(Object.keys(properties).map((name) => [name, oddValue])), {
    requiredKeys: [],
  });
  return fc.oneof(
    { weight: 6, arbitrary: known.map((value) => JSON.stringify(value)) },
    {
      weight: 2,
      arbitrary: fc.tuple(known, fc.dictionary(oddText, oddValue)).map(([a, b]) => JSON.stringify({ ...b, ...a })),
    },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
  );
}

/**
 * Fast-check arbitrary of the paths of an endpoint with odd parameters (one in three is the existing id) and queries
 * with known and unknown names.
 */
function pathOf({ path, query }: Contract, id: string): fc.Arbitrary<string> {
  const encoded = oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 500).replace(/%.?$/, ""));
  const names = [...Object.keys(query?.shape ?? {}), "unknown"];
  const pair = fc.tuple(fc.constantFrom(...names), encoded).map(([name, value]) => `${name}=${value}`);
  const named = fc.oneof({ weight: 2, arbitrary: encoded }, { weight: 1, arbitrary: fc.constant(id) });
  return fc.tuple(named, fc.array(pair, { maxLength: 2 })).map(([parameter, pairs]) => {
    const filled = path.replace(/\{\w+\}/g, parameter === "" ? "x" : parameter);
    return pairs.length === 0 ? filled : `${filled}?${pairs.join("&")}`;
  });
}
