import assert from "node:assert/strict";
import { DAY_MS, HOUR_MS } from "../../src/domain/instant.ts";
import type { JobId } from "../../src/domain/identifier.ts";
import type { UnadoptedChunkSet } from "../../src/store/chunks.ts";
import { keys } from "../../src/store/keys.ts";
import { type Browser, type Reply, verifiedBrowser } from "../support/browser.ts";
import { type RunningService, runService } from "../support/running_service.ts";
import { accountIdOf, submitted, succeeded } from "../support/runs_over_https.ts";
import { arrowOf, arrowWithText, csvOf, madeUpload, putFile, rawRequest, sentUpload } from "../support/sent_upload.ts";
import { clockedService, QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { workbookFile } from "../support/workbook_file.ts";

const ABSENT = "upl_01K00000000000000000000000";
const { prices: PRICES, ...RUN } = pricesBody(4, 80) as { prices: Parameters<typeof csvOf>[0] };
const CSV = csvOf(PRICES);

for (const [form, file] of [["csv", CSV], ["arrow", arrowOf(PRICES)], ["arrow", arrowOf(PRICES, "stream")]] as const) {
  Deno.test(`a run of an upload (${form}, ${file.length} bytes) has the result of a run with the same prices`, async () => {
    const service = await sharedService();
    const person = await verifiedBrowser(service);
    const upload = await sentUpload(service, person, { file, format: form, name: "Market" });
    const byUpload = await succeeded(person, { ...RUN, prices: { upload } });
    const inBody = await succeeded(person, { ...RUN, prices: PRICES });
    assert.deepEqual(await resultOf(person, byUpload), await resultOf(person, inBody));
  });
}

Deno.test(
  testInTurn(
    "a run keeps the history of an upload that is deleted, for its backtests, simulations and reports",
    async () => {
      const service = await sharedService();
      const person = await verifiedBrowser(service);
      const upload = await sentUpload(service, person, { file: CSV });
      const runId = await succeeded(person, { ...RUN, prices: { upload } });
      assert.equal((await person.send("DELETE", `/uploads/${upload}`)).status, 204);
      const { body: config } = await person.send("GET", `/jobs/${runId}/config`);
      assert.deepEqual(config.prices, { upload });
      const plan = { train_window: 40, rebalance_every: 20 };
      const { body: backtest } = await person.send("POST", `/runs/${runId}/backtest`, { body: plan });
      const { body: simulation } = await person.send("POST", `/runs/${runId}/monte_carlo`, {
        body: { paths: 10, horizon: 5 },
      });
      await person.send("POST", `/jobs/${runId}/report/pdf`, { body: { kind: "summary" } });
      const statusAt = async (path: string): Promise<string> => (await person.send("GET", path)).body.status;
      for (
        const [path, end] of [
          [`/backtests/${backtest.backtest_run_id}`, "succeeded"],
          [`/mc/${simulation.mc_run_id}`, "succeeded"],
          [`/jobs/${runId}/report/status?kind=summary`, "ready"],
        ]
      ) await until(async () => await statusAt(path) === end, `${end} at ${path}`);
      const again = await person.send("POST", "/jobs", { body: { ...RUN, prices: { upload } } });
      assert.deepEqual(faultOf(again), [422, "validation_failed", "/prices/upload"]);
    },
  ),
);

Deno.test("an upload is made, shown, listed newest first and deleted, and nobody else finds it", async () => {
  const service = await sharedService(QUEUED);
  const [person, other] = [await verifiedBrowser(service), await verifiedBrowser(service)];
  const made = await person.send("POST", "/uploads", { body: { kind: "returns", bytes: 1_000, name: "Returns" } });
  const { url, max_bytes, upload_id: id, created_at, expires_at, ...rest } = made.body;
  assert.equal(made.status, 201);
  assert.equal(made.headers.get("location"), `/uploads/${id}`);
  assert.match(id, /^upl_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.match(url, /^https:\/\/service\.localhost\/uploads\/content\/[\w-]+\.[\w-]+$/);
  assert.equal(max_bytes, 1_000);
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), HOUR_MS);
  const nothing = { sha256: null, assets: null, rows: null, start_date: null, end_date: null, detail: null };
  assert.deepEqual(rest, {
    ...{ name: "Returns", kind: "returns", format: "csv", status: "pending", bytes: 1_000, stored_bytes: 0 },
    ...nothing,
  });
  const second = await madeUpload(person);
  const { url: _url, max_bytes: _most, ...shown } = made.body;
  assert.deepEqual((await person.send("GET", `/uploads/${id}`)).body, shown);
  const { body: { items } } = await person.send("GET", "/uploads");
  assert.deepEqual(items.map((item: { upload_id: string }) => item.upload_id), [second.id, id]);
  assert.deepEqual((await other.send("GET", "/uploads")).body.items, []);
  for (const [method, uploadId] of [["GET", id], ["DELETE", id], ["GET", ABSENT], ["DELETE", ABSENT]] as const) {
    const { status, body } = await other.send(method, `/uploads/${uploadId}`);
    assert.deepEqual([status, body.code], [404, "not_found"]);
  }
  assert.equal((await person.send("DELETE", `/uploads/${id}`)).status, 204);
  assert.equal((await person.send("DELETE", `/uploads/${id}`)).status, 404);
});

Deno.test("an account has at most 20 uploads", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { id } = await madeUpload(person);
  for (let count = 1; count < 20; count++) await madeUpload(person);
  const refused = await person.send("POST", "/uploads", { body: { kind: "prices" } });
  assert.deepEqual([refused.status, refused.body.code], [409, "limit_reached"]);
  await person.send("DELETE", `/uploads/${id}`);
  await madeUpload(person);
});

Deno.test("API keys read uploads with jobs:read and make and delete them with jobs:write alone", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { body: client } = await person.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const statuses = async (scopes: readonly string[]): Promise<readonly number[]> => {
    const { body } = await person.send("POST", "/auth/api-keys", { body: { client_id: client.id, name: "K", scopes } });
    const headers = { "x-api-key": body.key };
    const { id } = await madeUpload(person);
    const made = await person.send("POST", "/uploads", { body: { kind: "prices" }, headers, anonymous: true });
    const read = await person.send("GET", `/uploads/${id}`, { headers, anonymous: true });
    const list = await person.send("GET", "/uploads", { headers, anonymous: true });
    const deleted = await person.send("DELETE", `/uploads/${id}`, { headers, anonymous: true });
    return [made, read, list, deleted].map(({ status }) => status);
  };
  assert.deepEqual(await statuses(["jobs:write"]), [201, 200, 200, 204]);
  assert.deepEqual(await statuses(["jobs:read"]), [403, 200, 200, 403]);
});

/** Bodies of POST /uploads that are refused, with the pointer of the fault. */
const REFUSED_UPLOADS: readonly (readonly [body: Readonly<Record<string, unknown>>, pointer: string])[] = [
  [{}, "/kind"],
  [{ kind: "moments" }, "/kind"],
  [{ kind: "prices", format: "xlsx" }, "/format"],
  [{ kind: "prices", bytes: 0 }, "/bytes"],
  [{ kind: "prices", bytes: 256 * 1024 * 1024 + 1 }, "/bytes"],
  [{ kind: "prices", name: "A\u0001" }, "/name"],
  [{ kind: "prices", url: "https://example.com" }, "/url"],
];

Deno.test("an upload with a wrong field is refused at the field", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  for (const [body, pointer] of REFUSED_UPLOADS) {
    assert.deepEqual(faultOf(await person.send("POST", "/uploads", { body })), [422, "validation_failed", pointer]);
  }
});

Deno.test(
  testInTurn(
    "a run is refused at the upload that it names: pending, refused, deleted, absent, another's or of another kind",
    async () => {
      const service = await sharedService(QUEUED);
      const [person, other] = [await verifiedBrowser(service), await verifiedBrowser(service)];
      const pending = await madeUpload(person), refused = await madeUpload(person);
      await putFile(service, refused.path, "date,A\n2024-01-01,x\n");
      const anothers = await sentUpload(service, other, { file: CSV });
      const returns = await sentUpload(service, person, { file: "date,A\n2024-01-01,0.1\n", kind: "returns" });
      const submit = (prices: unknown, more = {}): Promise<Reply> =>
        person.send("POST", "/jobs", { body: { ...RUN, prices, ...more } });
      for (const upload of [pending.id, refused.id, anothers, ABSENT, "", "../jobs", returns]) {
        assert.deepEqual(faultOf(await submit({ upload })), [422, "validation_failed", "/prices/upload"], upload);
      }
      const upload = await sentUpload(service, person, { file: CSV });
      assert.equal((await submit({ upload })).status, 202);
      const cases: readonly (readonly [unknown, Readonly<Record<string, unknown>>, string])[] = [
        [{ upload: 7 }, {}, "/prices/upload"],
        [{ upload: null }, {}, "/prices/upload"],
        [{ upload, dates: [] }, {}, "/prices/dates"],
        [{ upload }, { returns: { upload } }, "/returns"],
        [{ upload }, { stocks: [{ ticker: "EXLOTUS", exchange: "NSE" }] }, "/prices"],
        [{ upload }, { end_date: "1990-01-01" }, "/end_date"],
        [
          { upload },
          { constraints: { weight_bounds: { assets: { NOBODY: { max: 0.1 } } } } },
          "/constraints/weight_bounds/assets/NOBODY",
        ],
      ];
      for (const [prices, more, pointer] of cases) {
        assert.deepEqual(faultOf(await submit(prices, more)), [422, "validation_failed", pointer]);
      }
    },
  ),
);

Deno.test(testInTurn("a preflight of rules and a template may name an upload", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const upload = await sentUpload(service, person, { file: CSV });
  const constraints = { weight_bounds: { max: 0.3 } };
  const preflight = (prices: unknown): Promise<Reply> =>
    person.send("POST", "/constraints/preflight", { body: { prices, constraints } });
  const [byUpload, inBody] = [await preflight({ upload }), await preflight(PRICES)];
  assert.equal(byUpload.status, 200);
  assert.deepEqual(byUpload.body, inBody.body);
  assert.deepEqual(faultOf(await preflight({ upload: ABSENT })), [422, "validation_failed", "/prices/upload"]);
  const template = (request: unknown): Promise<Reply> =>
    person.send("POST", "/templates", { body: { name: "By upload", request } });
  assert.deepEqual(faultOf(await template({ prices: { upload: 7 } })), [
    422,
    "validation_failed",
    "/request/prices/upload",
  ]);
  assert.equal((await template({ ...RUN, prices: { upload } })).status, 201);
}));

Deno.test("a second file for an upload gets 409, and the first one stays", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { id, path } = await madeUpload(person);
  const first = await putFile(service, path, CSV);
  assert.deepEqual([first.status, first.body.status, first.body.bytes], [200, "ready", CSV.length]);
  const second = await putFile(service, path, "date,A\n2024-01-01,1\n");
  assert.deepEqual([second.status, second.body.code], [409, "upload_already_sent"]);
  assert.deepEqual((await person.send("GET", `/uploads/${id}`)).body, first.body);
  const answers = await Promise.all([1, 2, 3].map(() => madeUpload(person))).then(([{ path }]) =>
    Promise.all([CSV, CSV, CSV].map((file) => putFile(service, path, file)))
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
});

Deno.test("a file that comes after the link's end, by a wrong link or for a deleted upload is refused", async () => {
  const { service, clock } = await clockedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { id, path } = await madeUpload(person), deleted = await madeUpload(person);
  const accountId = await accountIdOf(service, person);
  await person.send("DELETE", `/uploads/${deleted.id}`);
  const codeAt = async (at: string): Promise<unknown> => {
    const { status, body } = await putFile(service, at, CSV);
    return [status, body.code];
  };
  assert.deepEqual(await codeAt(deleted.path), [404, "not_found"]);
  for (const wrong of [`${path}x`, path.replace(/\.[^.]*$/, ""), "/uploads/content/abc.def"]) {
    assert.deepEqual(await codeAt(wrong), [403, "link_invalid"]);
  }
  clock.aheadMs = HOUR_MS;
  assert.deepEqual(await codeAt(path), [403, "link_invalid"]);
  const late = await service.store.uploads.get(accountId, id);
  assert.equal(late.file, null);
});

Deno.test("a service with a smaller bound takes no larger file, whether its size was said before or not", async () => {
  await using service = await runService({ environment: { WORKERS: "0", UPLOAD_MOST_MIB: "1" } });
  const person = await verifiedBrowser(service);
  const announced = await person.send("POST", "/uploads", { body: { kind: "prices", bytes: 1_048_577 } });
  assert.deepEqual(faultOf(announced), [422, "validation_failed", "/bytes"]);
  const { body: made } = await person.send("POST", "/uploads", { body: { kind: "prices" } });
  assert.equal(made.max_bytes, 1_048_576);
  const sent = await putFile(service, new URL(made.url).pathname, new Uint8Array(1_048_577));
  assert.deepEqual([sent.status, sent.body.code], [413, "body_too_large"]);
});

Deno.test(
  testInTurn(
    "a file that is larger or smaller than was said, or larger than 256 MiB, is refused, and its link still takes the right one",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      const { path } = await madeUpload(person, { bytes: CSV.length });
      const larger = await putFile(service, path, `${CSV}\n`);
      assert.deepEqual([larger.status, larger.body.code], [413, "body_too_large"]);
      assert.match(
        larger.body.detail,
        /^Cannot take a file of more than (\d+) bytes: the upload was made for one of \1$/,
      );
      const unannounced = await putFile(service, path, ReadableStream.from([new TextEncoder().encode(`${CSV}\n`)]));
      assert.deepEqual([unannounced.status, unannounced.body.code], [413, "body_too_large"]);
      assert.deepEqual(faultOf(await putFile(service, path, CSV.slice(1))), [422, "validation_failed", ""]);
      assert.equal((await putFile(service, path, CSV)).status, 200);
      const other = await madeUpload(person);
      const head = `PUT ${other.path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${256 * 1024 * 1024 + 1}\r\n\r\n`;
      assert.match(await rawRequest(service, head), /^HTTP\/1\.1 413 [^]*"code":"body_too_large"/);
    },
  ),
);

/** Files that cannot be read, with the format of their upload, the pointer of the first fault and its sentence. */
const UNREADABLE:
  readonly (readonly [what: string, format: string, file: BodyInit, pointer: string, detail: RegExp])[] = [
    [
      "a zip",
      "csv",
      Uint8Array.from(workbookFile([{ name: "Prices", rows: [["Date"]] }])),
      "",
      /zip archive, as every .xlsx/,
    ],
    ["a zip", "arrow", Uint8Array.of(0x50, 0x4b, 3, 4), "", /zip archive/],
    ["gzip", "csv", Uint8Array.of(0x1f, 0x8b, 8), "", /packed by gzip/],
    ["no bytes", "csv", "", "", /Cannot/],
    ["a million columns", "csv", `date,${"A,".repeat(999_999)}A\n2024-01-01${",1".repeat(1_000_000)}\n`, "", /line/],
    ["6,000 assets", "csv", `date,${Array.from({ length: 6_000 }, (_, at) => `A${at}`)}\n`, "/series", /at most 5000/],
    ["Arrow with text", "arrow", arrowWithText(), "", /column "sector" holds text/],
    ["Arrow for CSV", "csv", arrowWithText(), "", /it is Arrow/],
    ["CSV for Arrow", "arrow", CSV, "", /no Arrow file or stream/],
    ["half of an Arrow file", "arrow", arrowOf(PRICES).slice(0, 2_000), "", /no complete Arrow/],
    ["a cell that is no number", "csv", "date,A\n2024-01-01,x\n", "/series/A/0", /\(line 2, column 2\)/],
    ["a negative price", "csv", "date,A\n2024-01-01,-1\n", "/series/A/0", /must be above 0/],
  ];

Deno.test(
  testInTurn("a file that cannot be read is refused with the place of its fault, and its upload says why", async () => {
    const service = await sharedService(QUEUED);
    const person = await verifiedBrowser(service);
    for (const [what, format, file, pointer, detail] of UNREADABLE) {
      const { id, path } = await madeUpload(person, { format });
      const refused = await putFile(service, path, file);
      assert.deepEqual(faultOf(refused), [422, "validation_failed", pointer], what);
      assert.match(refused.body.detail, detail, what);
      const { body } = await person.send("GET", `/uploads/${id}`);
      assert.deepEqual([body.status, body.detail, body.stored_bytes], ["refused", refused.body.detail, 0]);
      const again = await putFile(service, path, CSV);
      assert.deepEqual([again.status, again.body.code], [409, "upload_already_sent"]);
      await person.send("DELETE", `/uploads/${id}`);
    }
    assert.equal((await storageOf(person)).used, 0);
  }),
);

Deno.test("a file whose connection breaks or whose Content-Length is too long leaves nothing, and can be sent again", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { id, path } = await madeUpload(person);
  const chunks = (): Promise<readonly unknown[]> => setsOf(service, person);
  const half = `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${CSV.length}\r\n\r\n${CSV.slice(0, 2_000)}`;
  await rawRequest(service, half, { isCut: true });
  const tooLong = `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${CSV.length + 9}\r\n\r\n${CSV}`;
  await rawRequest(service, tooLong, { isCut: true });
  await until(async () => (await chunks()).length === 0, "the end of the broken files");
  assert.equal((await person.send("GET", `/uploads/${id}`)).body.status, "pending");
  const packed = await service.fetch(path, { method: "PUT", body: CSV, headers: { "content-encoding": "gzip" } });
  assert.deepEqual([packed.status, (await packed.json()).code], [415, "unsupported_media_type"]);
  const sent = await putFile(service, path, CSV);
  assert.deepEqual([sent.status, sent.body.bytes], [200, CSV.length]);
  assert.deepEqual(await chunks(), []);
});

Deno.test("a Content-Length that is too short cuts the file, which is refused where its size was said", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { path } = await madeUpload(person, { bytes: CSV.length });
  const short = `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${CSV.length - 9}\r\n\r\n${CSV}`;
  assert.match(await rawRequest(service, short), /^HTTP\/1\.1 422 [^]*"code":"validation_failed"/);
});

Deno.test("runs that wait share their aligned history, which counts as storage once until they are deleted, also after their upload was", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service), accountId = await accountIdOf(service, person);
  const upload = await sentUpload(service, person, { file: CSV });
  const { body: { stored_bytes: bytes } } = await person.send("GET", `/uploads/${upload}`);
  assert.equal((await storageOf(person)).used, bytes);
  const runs: JobId[] = [];
  for (let count = 0; count < 2; count++) {
    const { body } = await person.send("POST", "/jobs", { body: { ...RUN, prices: { upload } } });
    runs.push(body.run_id);
  }
  const configs = await Promise.all(runs.map((run) => service.store.jobs.config(accountId, run)));
  const aligned = (await service.store.jobs.inputs(accountId, runs[0]))?.length ?? 0;
  const ofRuns = configs.reduce((sum, { length }) => sum + length, aligned);
  assert.ok(aligned > 0);
  assert.equal((await storageOf(person)).used, bytes + ofRuns);
  assert.equal((await person.send("DELETE", `/uploads/${upload}`)).status, 204);
  assert.equal((await storageOf(person)).used, ofRuns);
  for (const run of runs) {
    assert.equal((await service.store.jobs.inputs(accountId, run))?.length, aligned);
    await person.send("POST", `/jobs/${run}/cancel`);
    assert.equal((await person.send("DELETE", `/jobs/${run}`)).status, 204);
  }
  assert.equal((await storageOf(person)).used, 0);
});

Deno.test(
  testInTurn(
    "a file beyond the storage of the plan is refused, leaves nothing, and can be sent once there is room",
    async () => {
      const probe = await sharedService(QUEUED);
      const bytes = await verifiedBrowser(probe).then(async (person) => {
        await sentUpload(probe, person, { file: CSV });
        return (await storageOf(person)).used;
      });
      const limits = JSON.stringify({ free: { storage_bytes: bytes + 100 } });
      await using folder = await temporaryFolder({ "limits.json": limits });
      const environment = { WORKERS: "0", PLAN_LIMITS_FILE: `${folder.path}/limits.json` };
      await using service = await runService({ environment });
      const person = await verifiedBrowser(service);
      const first = await sentUpload(service, person, { file: CSV });
      const other = csvOf({ ...PRICES, series: { ...PRICES.series, OTHER: PRICES.series.ASSET0 } });
      const { id, path } = await madeUpload(person);
      for (const body of [other, ReadableStream.from([new TextEncoder().encode(other)])]) {
        const refused = await putFile(service, path, body);
        assert.deepEqual([refused.status, refused.body.code], [409, "limit_reached"]);
      }
      assert.equal((await person.send("GET", `/uploads/${id}`)).body.status, "pending");
      assert.equal((await storageOf(person)).used, bytes);
      assert.deepEqual(await setsOf(service, person), []);
      await person.send("DELETE", `/uploads/${first}`);
      assert.equal((await putFile(service, path, CSV)).status, 200);
    },
  ),
);

Deno.test(
  testInTurn(
    "the sweep deletes an upload without a file a day after its link, and a ready one 7 days after the latest run",
    async () => {
      const { service, clock } = await clockedService(QUEUED);
      const person = await verifiedBrowser(service), accountId = await accountIdOf(service, person);
      const { uploads, maintenance } = service.store;
      const { body: { email } } = await person.send("GET", "/users/me");
      const pending = await madeUpload(person);
      const upload = await sentUpload(service, person, { file: CSV });
      const ids = async (): Promise<readonly string[]> => (await uploads.list(accountId)).map(({ id }) => id);
      clock.aheadMs = HOUR_MS + DAY_MS - 60_000;
      await maintenance.sweep();
      assert.deepEqual(await ids(), [upload, pending.id]);
      clock.aheadMs = HOUR_MS + DAY_MS + 60_000;
      await maintenance.sweep();
      assert.deepEqual(await ids(), [upload]);
      clock.aheadMs = 6 * DAY_MS;
      await person.logIn(email);
      const run = await submitted(person, { ...RUN, prices: { upload } });
      clock.aheadMs = 8 * DAY_MS;
      await maintenance.sweep();
      assert.deepEqual(await ids(), [upload]);
      clock.aheadMs = 13 * DAY_MS + 60_000;
      await maintenance.sweep();
      assert.deepEqual(await ids(), []);
      assert.notEqual(await service.store.jobs.inputs(accountId, run as JobId), null);
    },
  ),
);

/** Test helper. Returns the status, the code and the pointer of the first fault of a refusal. */
function faultOf({ status, body }: Pick<Reply, "status" | "body">): readonly unknown[] {
  return [status, body.code, body.errors?.[0]?.pointer];
}

async function storageOf(person: Browser): Promise<{ readonly used: number }> {
  return (await person.send("GET", "/billing/me")).body.storage_bytes;
}

/** Test helper. Returns the keys of the markers of an account's chunks that belong to no record. */
async function setsOf(service: RunningService, person: Browser): Promise<readonly string[]> {
  const accountId = await accountIdOf(service, person);
  const kv = await service.openKv();
  const markers = await Array.fromAsync(kv.list<UnadoptedChunkSet>({ prefix: keys.unadoptedChunkSets }));
  await kv.close();
  return markers.filter(({ value }) => value.set.accountId === accountId).map(({ key }) => String(key));
}

async function resultOf(person: Browser, runId: string): Promise<unknown> {
  const { body } = await person.send("GET", `/jobs/${runId}/result`);
  const { run_id: _run, engine: { elapsed_ms: _elapsed, phases_ms: _phases, ...engine }, ...result } = body;
  return { ...result, engine };
}
