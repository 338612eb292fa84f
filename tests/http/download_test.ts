import assert from "node:assert/strict";
import { type AccountId, jobIdOf } from "../../src/domain/identifier.ts";
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { get } from "node:https";
import { buffer } from "node:stream/consumers";
import type { Artifact } from "../../src/domain/artifact.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { transaction } from "../../src/store/transaction.ts";
import { newEmail } from "../support/browser.ts";
import { hasObjectServer, startObjectServer } from "../support/object_server.ts";
import { verifiedBrowser } from "../support/browser.ts";
import { ended, submitted } from "../support/runs_over_https.ts";
import { pricesBody } from "../support/submission.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { clockedService, sharedService } from "../support/shared_service.ts";
import { signUpOf } from "../support/temporary_store.ts";
import { testInTurn } from "../support/tier.ts";

const JOB = jobIdOf("run_01K00000000000000000000001");
const CONTENT = Uint8Array.from({ length: 150_000 }, (_, index) => (index * 7 + (index >> 8)) % 256);
const REPORT: Artifact = { name: "charts/my report.svg", mediaType: "image/svg+xml", content: CONTENT };
const ETAG = `"${createHash("sha256").update(CONTENT).digest("hex")}"`;

const LARGE: Artifact = {
  name: "result.json",
  mediaType: "application/json",
  content: Uint8Array.from({ length: 900_000 }, (_, index) => 48 + (index * index) % 10),
};
const LARGE_DIGEST = createHash("sha256").update(LARGE.content).digest("hex");

/** Set-up of a download test: a service whose store holds two artifacts, and the signed path of `REPORT` among them. */
interface Stocked extends Disposable {
  readonly running: RunningService;
  readonly path: string;
  readonly accountId: AccountId;
  /** Returns the signed path of a file of the test's job. */
  pathOf(name: string): Promise<string>;
  /** Releases the artifacts of the test's job, as deleting the job does. */
  release(): Promise<void>;
}

async function stocked(running: RunningService): Promise<Stocked> {
  const { store } = running;
  const { account: { id: accountId } } = await store.accounts.signUp(signUpOf(newEmail()));
  const kv = await running.openKv();
  const context = { kv, random: systemRandom };
  const set = await store.artifacts.write(accountId, JOB, [{ ...REPORT, name: "first" }, REPORT, LARGE]);
  await transaction(context, async (read) => ({ ...await store.artifacts.adopt(read, set), result: null }));
  const pathOf = async (name: string): Promise<string> => {
    const { url } = await running.service.dependencies.signedUrls.urlOf({ accountId, jobId: JOB, name });
    return new URL(url).pathname;
  };
  return {
    running,
    path: await pathOf(REPORT.name),
    pathOf,
    accountId,
    async release() {
      await transaction(context, async (read) => ({
        ...await store.artifacts.release(read, accountId, JOB),
        result: null,
      }));
    },
    [Symbol.dispose]() {
      kv.close();
    },
  };
}

Deno.test("a signed link downloads the whole file without a credential", async () => {
  using service = await stocked(await sharedService());
  const { status, headers, ...response } = await answerOf(service, {});
  assert.equal(status, 200);
  assert.deepEqual(response.bytes, CONTENT);
  assert.equal(headers.get("content-type"), "image/svg+xml");
  assert.equal(headers.get("content-length"), String(CONTENT.length));
  assert.equal(headers.get("content-disposition"), 'attachment; filename="my_report.svg"');
  assert.equal(headers.get("etag"), ETAG);
  assert.equal(headers.get("cache-control"), "no-store");
});

Deno.test("a compressed download decompresses to the whole file, and a range is never compressed", async () => {
  using service = await stocked(await sharedService());
  const whole = await answerOf(service, { "accept-encoding": "gzip" });
  assert.deepEqual(whole.bytes, CONTENT);
  const part = await answerOf(service, { "accept-encoding": "gzip", range: "bytes=10-99999" });
  assert.deepEqual([part.status, part.headers.get("content-encoding")], [206, null]);
  assert.equal(part.headers.get("vary"), "accept-encoding");
  assert.deepEqual(part.bytes, CONTENT.slice(10, 100_000));
});

Deno.test("a file stored as gzip is sent as it is stored, with its length, and decompressed to whoever takes no gzip", async () => {
  using service = await stocked(await sharedService());
  const { store } = service.running;
  const gzip = (await store.artifacts.find(service.accountId, JOB, LARGE.name))?.gzip ?? null;
  assert.ok(gzip !== null);
  const path = await service.pathOf(LARGE.name);
  const sent = await rawAnswer(service, path, "gzip, br");
  assert.deepEqual([sent.headers["content-encoding"], sent.headers["content-length"]], ["gzip", String(gzip.bytes)]);
  assert.deepEqual([sent.headers.etag, sent.headers.vary], [`"${LARGE_DIGEST}-gzip"`, "accept-encoding"]);
  assert.deepEqual(sent.bytes, await new Response(gzip.stream()).bytes());
  const plain = await rawAnswer(service, path, "identity");
  assert.deepEqual([plain.headers["content-encoding"], plain.headers["content-length"]], [undefined, "900000"]);
  assert.deepEqual([plain.headers.etag, plain.headers.vary], [`"${LARGE_DIGEST}"`, "accept-encoding"]);
  assert.equal(createHash("sha256").update(plain.bytes).digest("hex"), LARGE_DIGEST);
});

Deno.test("a range request returns exactly its bytes, also across the chunks in which the store keeps the file", async () => {
  using service = await stocked(await sharedService());
  for (const [range, start, end] of [["61000-130000", 61_000, 130_001], ["-10", 149_990, 150_000]] as const) {
    const { status, headers, bytes } = await answerOf(service, { range: `bytes=${range}` });
    assert.equal(status, 206);
    assert.equal(headers.get("content-range"), `bytes ${start}-${end - 1}/150000`);
    assert.equal(headers.get("content-length"), String(end - start));
    assert.deepEqual(bytes, CONTENT.slice(start, end));
  }
});

Deno.test("a range beyond the end is 416 with the length of the file", async () => {
  using service = await stocked(await sharedService());
  const { status, headers, bytes } = await answerOf(service, { range: "bytes=150000-" });
  assert.equal(status, 416);
  assert.equal(headers.get("content-range"), "bytes */150000");
  assert.equal(headers.get("content-type"), "application/problem+json");
  assert.equal(JSON.parse(new TextDecoder().decode(bytes)).code, "range_not_satisfiable");
});

Deno.test("a download that the client already has is 304, and a range of another version gets the whole file", async () => {
  using service = await stocked(await sharedService());
  assert.equal((await answerOf(service, { "if-none-match": `"other", ${ETAG}` })).status, 304);
  assert.equal((await answerOf(service, { "if-none-match": `W/${ETAG}` })).status, 304);
  assert.equal((await answerOf(service, { "if-none-match": "*", range: "bytes=150000-" })).status, 304);
  const known = await answerOf(service, { "if-none-match": ETAG });
  assert.deepEqual([known.headers.get("etag"), known.headers.get("content-type"), known.bytes.length], [ETAG, null, 0]);
  assert.equal((await answerOf(service, { "if-none-match": '"other"' })).status, 200);
  assert.equal((await answerOf(service, { range: "bytes=0-9", "if-range": `W/${ETAG}` })).status, 200);
  assert.equal((await answerOf(service, { range: "bytes=150000-", "if-range": '"other"' })).status, 200);
  assert.equal((await answerOf(service, { range: "bytes=0-9", "if-range": '"other"' })).status, 200);
  assert.equal((await answerOf(service, { range: "bytes=0-9", "if-range": ETAG })).status, 206);
});

Deno.test("HEAD has the headers of GET for the whole file, even if a range is requested, and no body", async () => {
  using service = await stocked(await sharedService());
  const asked: readonly Record<string, string>[] = [{}, { range: "bytes=0-9" }, { range: "bytes=150000-" }];
  for (const headers of asked) {
    const asPlain = { ...headers, "accept-encoding": "identity" };
    const response = await service.running.fetch(service.path, { method: "HEAD", headers: asPlain });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("etag"), ETAG);
    assert.equal(response.headers.get("accept-ranges"), "bytes");
    assert.equal(response.headers.get("content-length"), String(CONTENT.length));
    assert.equal((await response.bytes()).length, 0);
  }
  const known = await service.running.fetch(service.path, { method: "HEAD", headers: { "if-none-match": ETAG } });
  assert.equal(known.status, 304);
  const [compressed, ofPart] = await Promise.all([{}, { range: "bytes=0-9" }].map(async (range) => {
    const headers = { "accept-encoding": "gzip", ...range };
    const response = await service.running.fetch(service.path, { method: "HEAD", headers });
    await response.body?.cancel();
    return ["etag", "content-encoding", "content-length", "vary"].map((name) => response.headers.get(name));
  }));
  assert.deepEqual(ofPart, compressed);
  assert.equal(compressed[1], "gzip");
});

Deno.test("a download link that is wrong or 15 minutes old is 403 link_invalid, and a page for a person", async () => {
  const { service: running, clock } = await clockedService();
  using service = await stocked(running);
  for (const path of ["/downloads/x", `${service.path}x`]) {
    const response = await service.running.fetch(path);
    assert.equal(response.status, 403);
    assert.equal((await response.json()).code, "link_invalid");
  }
  clock.aheadMs = 900_000;
  const late = await service.running.fetch(service.path);
  assert.equal(late.status, 403);
  await late.body?.cancel();
  const opened = await service.running.fetch(service.path, { headers: { accept: "text/html,*/*;q=0.8" } });
  assert.deepEqual([opened.status, opened.headers.get("content-type")], [403, "text/html; charset=utf-8"]);
  const page = await opened.text();
  assert.match(page, /Cannot open the file/);
  assert.ok(!page.includes(service.path), "the page says nothing of the link");
});

Deno.test("the file of a deleted run is 404 while its link is still valid", async () => {
  using service = await stocked(await sharedService());
  await service.release();
  assert.equal((await answerOf(service, {})).status, 404);
});

Deno.test("the file of a deleted account is 404 at once", async () => {
  using service = await stocked(await sharedService());
  await service.running.store.accounts.delete(service.accountId);
  assert.equal((await answerOf(service, {})).status, 404);
});

Deno.test({
  name: "a file whose bucket does not answer is 503 not_ready",
  ignore: !hasObjectServer(),
  async fn() {
    await using server = await startObjectServer();
    const { url, accessKeyId, secretAccessKey } = server.bucket;
    const environment = { ARTIFACTS_URL: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    await using running = await runService({ environment });
    using service = await stocked(running);
    const part = await answerOf(service, { range: "bytes=61000-61009" });
    assert.deepEqual([part.status, part.bytes], [206, CONTENT.slice(61_000, 61_010)]);
    await server.stop();
    const refused = await answerOf(service, {});
    assert.equal(refused.status, 503);
    assert.equal(JSON.parse(new TextDecoder().decode(refused.bytes)).code, "not_ready");
    assert.equal((await answerOf(service, { "if-none-match": ETAG })).status, 304, "known without its bytes");
  },
});

Deno.test(testInTurn({
  name: "a spreadsheet that is asked for while the bucket is away is refused for now, and made once it is back",
  ignore: !hasObjectServer(),
  async fn() {
    await using server = await startObjectServer();
    const { url, accessKeyId, secretAccessKey } = server.bucket;
    const environment = { ARTIFACTS_URL: url, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    await using running = await runService({ environment: { ...environment, WORKERS: "1" } });
    const browser = await verifiedBrowser(running);
    const run = await submitted(browser, pricesBody(3, 60));
    assert.equal((await ended(browser, run)).status, "succeeded");
    const { body: { items } } = await browser.send("GET", `/jobs/${run}/artifacts`);
    const { url: link } = items.find(({ name }: { readonly name: string }) => name === "result.xlsx");
    const path = `${new URL(link).pathname}${new URL(link).search}`;
    await server.stop();
    const refused = await running.fetch(path);
    assert.deepEqual([refused.status, (await refused.json()).code], [503, "not_ready"]);
    server.start();
    const made = await running.fetch(path);
    assert.equal(made.status, 200);
    assert.equal(new TextDecoder().decode((await made.bytes()).slice(0, 2)), "PK");
  },
}));

Deno.test("an address has 120 downloads a minute, which each response states, and the next one is rate limited", async () => {
  const { service: running, clock } = await clockedService({ RATE_LIMITS: "on" }, { standsStill: true });
  using service = await stocked(running);
  const wrong = await Promise.all(Array.from({ length: 119 }, () => running.fetch("/downloads/x")));
  assert.ok(wrong.every(({ status }) => status === 403), "a wrong link counts, too");
  assert.equal((await answerOf(service, {})).status, 200);
  const { status, headers, bytes } = await answerOf(service, {});
  assert.deepEqual([status, headers.get("ratelimit-policy")], [429, '"download";q=120;w=60']);
  assert.equal(JSON.parse(new TextDecoder().decode(bytes)).code, "rate_limited");
  clock.aheadMs += 60_000;
  assert.equal((await answerOf(service, {})).status, 200);
});

async function answerOf(
  { running, path }: Stocked,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Headers; bytes: Uint8Array }> {
  const response = await running.fetch(path, { headers: { "accept-encoding": "identity", ...headers } });
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

/** Test helper. Downloads a file without decompressing it. */
function rawAnswer(
  { running: { url, certificate } }: Stocked,
  path: string,
  accepted: string,
): Promise<{ headers: IncomingHttpHeaders; bytes: Uint8Array }> {
  return new Promise((resolve, reject) => {
    const options = { ca: certificate, agent: false, headers: { "accept-encoding": accepted } };
    get(`${url}${path}`, options, (response) => {
      buffer(response).then((bytes) => resolve({ headers: response.headers, bytes: new Uint8Array(bytes) }), reject);
    }).on("error", reject);
  });
}
