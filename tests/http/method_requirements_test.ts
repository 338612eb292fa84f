import assert from "node:assert/strict";
import { get } from "node:https";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { MEASURES } from "../../src/measures/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { familiesInTable, ROWS_IN_TABLE } from "../support/capability_table.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { testInTurn } from "../support/tier.ts";

const REQUIREMENTS = "/methods/requirements";
const CAPABILITY = "/constraints/capability";

Deno.test("the list of method requirements is public, and the list of constraint capabilities needs a session", async () => {
  const service = await sharedService(QUEUED);
  assert.equal((await service.fetch(REQUIREMENTS)).status, 200);
  const refused = await service.fetch(CAPABILITY);
  assert.deepEqual([refused.status, (await refused.json()).code], [401, "credentials_missing"]);
  const person = await verifiedBrowser(service);
  assert.equal((await person.send("GET", CAPABILITY)).status, 200);
});

Deno.test("the list of method requirements states the catalogue's rate limit of 300 a minute", async () => {
  await using service = await runService({ environment: { ...QUEUED, RATE_LIMITS: "on" } });
  const { headers } = await service.fetch(REQUIREMENTS);
  assert.equal(headers.get("ratelimit-policy"), '"catalogue";q=300;w=60');
});

Deno.test("each metric of a result has a name, a sentence and a unit, and each family of rules the unit of its limits", async () => {
  const service = await sharedService(QUEUED);
  const { metrics } = await (await service.fetch(REQUIREMENTS)).json();
  assert.deepEqual(metrics.map(({ id }: { id: string }) => id), [...MEASURES.ids]);
  for (const { id, name, description, annual, fraction } of metrics) {
    const listed = MEASURES.get(id);
    assert.match(description, /^[A-Z].*\.\n\nFormula: `.+`\n\nReference: /s, id);
    assert.deepEqual([name, annual, fraction], [
      listed?.documentation.title,
      listed?.unit === "annual",
      listed?.figure === "fraction",
    ]);
  }
  const person = await verifiedBrowser(service);
  const { families } = (await person.send("GET", CAPABILITY)).body;
  const unitOf = new Map(families.map(({ id, limits_in }: { id: string; limits_in: string }) => [id, limits_in]));
  assert.deepEqual([unitOf.get("weight_bounds"), unitOf.get("concentration")], ["fraction", "number"]);
});

for (const path of [REQUIREMENTS, CAPABILITY]) {
  Deno.test(`${path} has a strong ETag of its bytes, and is 304 for a client that sends it in a list, weak or as *`, async () => {
    const service = await sharedService(QUEUED);
    const fetched = await fetcher(service);
    const { headers, bytes } = await fetched(path);
    const etag = headers.get("etag") ?? "";
    assert.equal(etag, `"${await sha256(bytes)}"`);
    assert.match(headers.get("cache-control") ?? "", /\bno-cache$/);
    assert.equal(headers.get("content-length"), String(bytes.length));
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"other" , W/${etag}, "third"`, "*"]) {
      const known = await fetched(path, { "if-none-match": tags });
      assert.deepEqual([known.status, known.headers.get("etag"), known.bytes.length], [304, etag, 0], tags);
      assert.equal(known.headers.get("cache-control"), headers.get("cache-control"));
    }
    for (const tags of ['"other"', etag.replaceAll('"', ""), `${etag.slice(0, -2)}"`]) {
      assert.equal((await fetched(path, { "if-none-match": tags })).status, 200, tags);
    }
  });

  Deno.test(`${path} is compressed in a coding that the client accepts, each coding with its own ETag`, async () => {
    const service = await sharedService(QUEUED);
    const fetched = await fetcher(service);
    const plain = await fetched(path, { "accept-encoding": "identity" });
    assert.equal(plain.headers.get("content-encoding"), null);
    const tags = new Set([plain.headers.get("etag")]);
    for (const [coding, decompress] of [["br", brotliDecompressSync], ["gzip", gunzipSync]] as const) {
      const { headers, bytes } = await fetched(path, { "accept-encoding": coding });
      assert.equal(headers.get("vary"), "accept-encoding");
      assert.equal(headers.get("content-encoding"), coding);
      assert.equal(headers.get("etag"), `"${await sha256(bytes)}"`);
      assert.ok(bytes.length < plain.bytes.length / 3, `${bytes.length}`);
      assert.deepEqual(new Uint8Array(decompress(bytes)), plain.bytes);
      tags.add(headers.get("etag"));
    }
    assert.equal(tags.size, 3);
  });
}

Deno.test("HEAD of the method requirements returns their ETag and is 304 for a client that sends it", async () => {
  const service = await sharedService(QUEUED);
  const { status, headers } = await service.fetch(REQUIREMENTS, { method: "HEAD" });
  assert.equal(status, 200);
  const known = { "if-none-match": headers.get("etag") ?? "" };
  assert.equal((await service.fetch(REQUIREMENTS, { method: "HEAD", headers: known })).status, 304);
  assert.equal((await service.fetch(REQUIREMENTS, { headers: known })).status, 304);
});

Deno.test("both lists of methods have every method in registry order with the constraint families that it enforces", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { body: { methods } } = await person.send("GET", REQUIREMENTS);
  const { body: capability } = await person.send("GET", CAPABILITY);
  const families: readonly string[] = capability.families.map(({ id }: { id: string }) => id);
  assert.deepEqual(families, CONSTRAINT_FAMILIES.ids);
  assert.deepEqual(methods.map(({ id }: { id: string }) => id), METHODS.ids);
  assert.deepEqual(capability.methods.map(({ id }: { id: string }) => id), METHODS.ids);
  for (const { id, enforces } of methods) assert.deepEqual(enforces.toSorted(), familiesInTable(id).toSorted(), id);
  for (const { id, enforces, enforces_by: byObjective } of capability.methods) {
    const rows = ROWS_IN_TABLE.filter((row) => row.split(" ")[0] === id);
    const common = families.filter((family: string) => rows.every((row) => familiesInTable(row).includes(family)));
    assert.deepEqual(enforces.toSorted(), common.toSorted(), id);
    if (rows.length === 1) assert.equal(byObjective, null, id);
    else {
      assert.deepEqual(Object.keys(byObjective), ["min_risk", "max_return", "max_utility", "max_ratio"]);
      for (const [objective, enforced] of Object.entries<string[]>(byObjective)) {
        const row = rows.find((name) => name === `${id} ${objective}`) ?? id;
        assert.deepEqual(enforced.toSorted(), familiesInTable(row).toSorted(), objective);
      }
    }
  }
});

Deno.test(
  testInTurn("the listed requirements of a method are exactly those without which POST /jobs refuses it", async () => {
    const service = await sharedService(QUEUED);
    const person = await verifiedBrowser(service);
    const { body: { methods } } = await person.send("GET", REQUIREMENTS);
    const why = async (method: { id: string; parameters: [] }, body: Record<string, unknown>): Promise<string> => {
      const sent = { ...body, methods: [{ method: method.id, ...requiredOf(method) }] };
      const { status, body: answer } = await person.send("POST", "/jobs", { body: sent });
      if (status === 202) return "";
      assert.equal(answer.code, "validation_failed", method.id);
      return answer.errors.map(({ detail }: { detail: string }) => detail).join("\n");
    };
    const bare = { moments: { assets: ["A", "B"], expected_returns: [0.1, 0.2], covariance: [[0.1, 0], [0, 0.2]] } };
    const alone = { moments: { assets: ["A"], expected_returns: [0.1], covariance: [[0.1]] } };
    for (const method of methods) {
      const reasons = await why(method, bare);
      assert.equal(/needs a history/.test(reasons), method.needs_history, `${method.id}: ${reasons}`);
      assert.equal(/needs a benchmark/.test(reasons), method.needs_benchmark, `${method.id}: ${reasons}`);
      assert.equal(
        /needs a starting_portfolio/.test(reasons),
        method.needs_starting_portfolio,
        `${method.id}: ${reasons}`,
      );
      const few = await why(method, alone);
      assert.equal(
        /needs at least (\d+) assets/.exec(few)?.[1] ?? "1",
        String(method.min_assets),
        `${method.id}: ${few}`,
      );
    }
  }),
);

for (const kind of ["returns", "prices"] as const) {
  Deno.test(
    testInTurn(
      `the listed minimum of observations of each method is the fewest that POST /jobs accepts as ${kind}`,
      async () => {
        const service = await sharedService(QUEUED);
        const person = await verifiedBrowser(service);
        const { body: { methods } } = await person.send("GET", REQUIREMENTS);
        const refusal = async (
          method: { id: string; parameters: Described[] },
          observations: number,
        ): Promise<string> => {
          const rows = kind === "prices" ? observations + 1 : observations;
          const series = Object.fromEntries(
            ["A", "B"].map((asset, j) =>
              [
                asset,
                Array.from({ length: rows }, (_, t) => 0.01 * (1 + (1 + j) * t % 3)),
              ] as const
            ),
          );
          const body = {
            [kind]: { dates: Array.from({ length: rows }, (_, t) => `2024-01-0${t + 1}`), series },
            benchmark: { weights: { A: 1 } },
            starting_portfolio: {},
            methods: [{ method: method.id, ...requiredOf(method) }],
          };
          const { status, body: answer } = await person.send("POST", "/jobs", { body });
          return status === 202 ? "" : `${status} ${answer.errors?.[0]?.detail}`;
        };
        for (const method of methods) {
          const { id, min_observations: least } = method;
          assert.equal(await refusal(method, least), "", id);
          assert.match(await refusal(method, least - 1), new RegExp(`^422 Cannot .* fewer than ${least} returns`), id);
        }
      },
    ),
  );
}

interface Described {
  readonly name: string;
  readonly required: boolean;
}

/** Test helper. Returns 0.2 for each parameter that a method requires. */
function requiredOf({ parameters }: { readonly parameters: readonly Described[] }): Readonly<Record<string, number>> {
  return Object.fromEntries(parameters.filter(({ required }) => required).map(({ name }) => [name, 0.2]));
}

interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Returns a function that fetches a path as a signed-in person, without decompressing the response. */
async function fetcher(
  service: RunningService,
): Promise<(path: string, headers?: Readonly<Record<string, string>>) => Promise<Fetched>> {
  const { accessToken } = await verifiedBrowser(service);
  const options = { ca: service.certificate, agent: false } as const;
  return (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const sent = { authorization: `Bearer ${accessToken}`, ...headers };
      get(`${service.url}${path}`, { ...options, headers: sent }, async (response) => {
        const bytes = new Uint8Array(await buffer(response));
        const received = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
        resolve({ status: response.statusCode ?? 0, headers: received, bytes });
      }).on("error", reject);
    });
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
