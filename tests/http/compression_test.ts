import assert from "node:assert/strict";
import { get, request } from "node:https";
import { connect } from "node:http2";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import { type Browser, PASSWORD, verifiedBrowser } from "../support/browser.ts";
import { type RunningService } from "../support/running_service.ts";
import { succeeded } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { partOf, testInTurn } from "../support/tier.ts";

const FOUND = "/mutual-funds/search?q=example&limit=50";
const CATALOGUE = [FOUND, "/us-stocks/search?q=e&limit=50", "/universe", "/methods/requirements"];
const CODINGS = [["br", brotliDecompressSync], ["gzip", gunzipSync]] as const;

Deno.test("catalogue responses are compressed in a coding that the client accepts, and state their length", async () => {
  const service = await sharedService(QUEUED);
  for (const path of CATALOGUE) {
    const plain = await fetched(service, path, { "accept-encoding": "identity" });
    assert.deepEqual([plain.headers.get("content-encoding"), plain.headers.get("vary")], [null, "accept-encoding"]);
    assert.equal(plain.headers.get("content-length"), String(plain.bytes.length));
    for (const [coding, decompress] of CODINGS) {
      const { headers, bytes } = await fetched(service, path, { "accept-encoding": coding });
      assert.deepEqual([headers.get("content-encoding"), headers.get("vary")], [coding, "accept-encoding"], path);
      assert.equal(headers.get("content-length"), String(bytes.length));
      assert.ok(bytes.length < plain.bytes.length / 2, `${path}: ${bytes.length} of ${plain.bytes.length}`);
      assert.deepEqual(new Uint8Array(decompress(bytes)), plain.bytes);
    }
  }
});

Deno.test("search results are compressed over HTTP/1.1 too", async () => {
  const service = await sharedService(QUEUED);
  const plain = await fetched(service, FOUND, { "accept-encoding": "identity" });
  const bytes = await new Promise<Uint8Array>((resolve, reject) => {
    const options = { ca: service.certificate, agent: false, headers: { "accept-encoding": "br" } };
    get(`${service.url}${FOUND}`, options, (response) => buffer(response).then(resolve, reject)).on("error", reject);
  });
  assert.deepEqual(new Uint8Array(brotliDecompressSync(bytes)), plain.bytes);
});

Deno.test(testInTurn("HEAD has the headers of GET in every content coding", async () => {
  const service = await sharedService(QUEUED);
  for (const path of CATALOGUE) {
    for (const coding of ["br", "gzip", "identity", "gzip;q=0.5, identity;q=0"]) {
      const asked = { "accept-encoding": coding };
      const [got, headed] = [await fetched(service, path, asked), await fetched(service, path, asked, "HEAD")];
      assert.equal(headed.bytes.length, 0);
      for (const name of ["content-encoding", "content-length", "content-type", "vary", "etag"]) {
        assert.equal(headed.headers.get(name), got.headers.get(name), `${name} of ${path} as ${coding}`);
      }
    }
  }
}));

Deno.test(
  testInTurn(
    "the content coding follows Accept-Encoding with its q-values, q=0, wildcards and unknown codings",
    async () => {
      const service = await sharedService(QUEUED);
      const cases = [
        ["br;q=0, gzip", "gzip"],
        ["br;q=0, gzip;q=0", null],
        ["*", "br"],
        ["*;q=0", null],
        ["gzip, *;q=0", "gzip"],
        ["identity;q=0, gzip", "gzip"],
        ["gzip;q=0.2, identity;q=0.8", null],
        ["zstd", null],
      ] as const;
      for (const path of CATALOGUE) {
        for (const [accepted, coding] of cases) {
          const { headers } = await fetched(service, path, { "accept-encoding": accepted });
          assert.equal(headers.get("content-encoding"), coding, `${path} as ${accepted}`);
        }
      }
    },
  ),
);

Deno.test("responses of up to 1 KiB are not compressed, unless the client refuses the identity coding", async () => {
  const service = await sharedService(QUEUED);
  const path = "/mutual-funds/search?q=lotus%20gold";
  const { headers, bytes } = await fetched(service, path, { "accept-encoding": "br" });
  assert.ok(bytes.length < 1_024);
  assert.equal(headers.get("content-encoding"), null);
  const coded = await fetched(service, path, { "accept-encoding": "br, identity;q=0" });
  assert.equal(coded.headers.get("content-encoding"), "br");
  assert.deepEqual(new Uint8Array(brotliDecompressSync(coded.bytes)), bytes);
});

Deno.test(
  testInTurn("results and files of a run are compressed, and each coding of a download has its own ETag", async () => {
    const service = await sharedService();
    const person = await verifiedBrowser(service);
    const run = await succeeded(person, { ...pricesBody(6, 300), rolling_backtest: {} });
    const links = await linksOf(person, run);
    const texts = [...links].filter(([name]) => /\.(json|csv|svg)$/.test(name)).map(([, path]) => path);
    const own = ["result", "config", "rolling_backtest"].map((part) => `/jobs/${run}/${part}`);
    assert.ok(texts.length >= 3, [...links.keys()].join());
    for (const path of [...partOf(own), ...texts]) {
      const asked = authorized(person);
      const plain = await fetched(service, path, { ...asked, "accept-encoding": "identity" });
      if (plain.bytes.length <= 1_024) continue;
      const etags = [plain.headers.get("etag")];
      for (const [coding, decompress] of CODINGS) {
        const { headers, bytes } = await fetched(service, path, { ...asked, "accept-encoding": coding });
        assert.deepEqual([headers.get("content-encoding"), headers.get("vary")], [coding, "accept-encoding"], path);
        assert.equal(headers.get("content-length"), String(bytes.length));
        assert.deepEqual(new Uint8Array(decompress(bytes)), plain.bytes);
        const etag = headers.get("etag");
        etags.push(etag);
        if (etag === null) continue;
        const known = await fetched(service, path, { ...asked, "accept-encoding": coding, "if-none-match": etag });
        assert.deepEqual(
          [known.status, known.headers.get("etag"), known.headers.get("vary")],
          [304, etag, "accept-encoding"],
        );
      }
      assert.equal(new Set(etags).size, path.startsWith("/downloads/") ? 3 : 1, `tags of ${path}`);
    }
  }),
);

Deno.test("responses that contain a token or a signed link are not compressed", async () => {
  const contracts = ENDPOINTS.filter(({ contract }) => contract.isCompressed).map(({ contract }) => contract.path);
  assert.deepEqual(contracts.toSorted(), [
    "/analytics/comparisons/{comparison_id}/surface",
    "/classification-maps",
    "/downloads/{token}",
    "/jobs/{run_id}/config",
    "/jobs/{run_id}/result",
    "/jobs/{run_id}/rolling_backtest",
    // A connector reads names of files alone, and no link to one.
    "/mcp",
    "/mutual-funds/search",
    "/us-stocks/search",
  ]);
  const service = await sharedService();
  const person = await verifiedBrowser(service, "ada@example.com");
  const run = await succeeded(person, pricesBody(6, 300));
  const asked = { ...authorized(person), "accept-encoding": "br, gzip, identity;q=0" };
  const links = await fetched(service, `/jobs/${run}/artifacts`, asked);
  assert.ok(links.bytes.length > 1_024, "long enough to be compressed");
  assert.match(new TextDecoder().decode(links.bytes), /\/downloads\//);
  const signedIn = await posted(service, "/auth/login", { email: "ada@example.com", password: PASSWORD });
  assert.match(new TextDecoder().decode(signedIn.bytes), /"access_token":/);
  for (const { headers } of [links, signedIn]) assert.equal(headers.get("content-encoding"), null);
});

function authorized({ accessToken }: Browser): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${accessToken}` };
}

async function linksOf(person: Browser, run: string): Promise<ReadonlyMap<string, string>> {
  const { body: { items } } = await person.send("GET", `/jobs/${run}/artifacts`);
  return new Map(items.map(({ name, url }: { name: string; url: string }) => [name, new URL(url).pathname]));
}

interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Test helper. Fetches a response over HTTP/2 without decompressing it. */
function fetched(
  service: RunningService,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = "GET",
): Promise<Fetched> {
  const session = connect(service.url, { ca: service.certificate });
  const { promise, resolve, reject } = Promise.withResolvers<Fetched>();
  session.on("error", reject);
  const stream = session.request({ ":path": path, ":method": method, ...headers });
  stream.on("error", reject);
  stream.on("response", async ({ ":status": status, ...own }) => {
    const bytes = new Uint8Array(await buffer(stream));
    resolve({ status: Number(status), headers: headersOf(own), bytes });
    session.close();
  });
  stream.end();
  return promise;
}

function posted(service: RunningService, path: string, body: unknown): Promise<Fetched> {
  const headers = { "content-type": "application/json", "accept-encoding": "br, gzip, identity;q=0" };
  return new Promise((resolve, reject) => {
    const options = { method: "POST", ca: service.certificate, agent: false, headers };
    request(`${service.url}${path}`, options, async (response) => {
      const bytes = new Uint8Array(await buffer(response));
      resolve({ status: response.statusCode ?? 0, headers: headersOf(response.headers), bytes });
    }).on("error", reject).end(JSON.stringify(body));
  });
}

function headersOf(own: Readonly<Record<string, unknown>>): Headers {
  return new Headers(Object.entries(own).map(([name, value]) => [name, String(value)]));
}
