import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { keys } from "../../src/store/keys.ts";
import { openStore } from "../../src/store/open_store.ts";
import { noteAbsence } from "../support/absent_program.ts";
import { type PersonOfProcess, personOfProcess } from "../support/person_of_process.ts";
import { csvOf, type SentPrices } from "../support/sent_upload.ts";
import { startServiceProcess } from "../support/service_process.ts";
import { type SmallDisk, smallDisk } from "../support/small_disk.ts";
import { pricesBody } from "../support/submission.ts";
import { sourceOfChance } from "../support/temporary_store.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";

const probe = await smallDisk(1);
await probe?.[Symbol.asyncDispose]();
if (probe === null) noteAbsence("the right to mount a disk", "The tests of a full disk are skipped: no right to mount");

/** A file of about 3 MB. */
const FILE = csvOf(pricesBody(100, 1_500).prices as SentPrices);
const HOUR_MS = 3_600_000;
const MEBIBYTE = 1_024 ** 2;

Deno.test(testInTurn({
  name: "a disk that is full while a file arrives gives 503 not_ready, and the link takes the file once there is room",
  ignore: probe === null,
  async fn() {
    await using disk = await smallDisk(48) as SmallDisk;
    const dataDir = disk.folder;
    await using process = startServiceProcess({ DATA_DIR: dataDir, HTTPS_PORT: "0", WORKERS: "0", RATE_LIMITS: "off" });
    using person = await personOfProcess(process, { port: await process.httpsPort(), dataDir });
    const { upload_id: id, path } = await made(person);
    await disk.fill(256 * 1024);
    let refused = await sent(person, path);
    while (refused.status === 200) refused = await sent(person, (await made(person)).path);
    assert.deepEqual(refused, { status: 503, code: "not_ready" });
    await disk.clear();
    await until(async () => (await sent(person, path)).status !== 503, "room on the disk");
    const upload = await (await person.fetch(`/uploads/${id}`)).json();
    assert.deepEqual([upload.status, upload.bytes, upload.assets], ["ready", FILE.length, 100]);
    process.kill("SIGTERM");
    assert.equal((await process.ended()).code, 0);
  },
}));

Deno.test(testInTurn({
  name:
    "files that fill the disk leave room on it, with which the service goes on, and the next one is taken once there is more",
  ignore: probe === null,
  async fn() {
    await using disk = await smallDisk(48) as SmallDisk;
    const dataDir = disk.folder;
    await using process = startServiceProcess({ DATA_DIR: dataDir, HTTPS_PORT: "0", WORKERS: "0", RATE_LIMITS: "off" });
    using person = await personOfProcess(process, { port: await process.httpsPort(), dataDir });
    await disk.fill(20 * MEBIBYTE);
    let { path } = await made(person), answer = await sent(person, path);
    for (; answer.status === 200; answer = await sent(person, path)) ({ path } = await made(person));
    assert.deepEqual(answer, { status: 503, code: "not_ready" });
    const free = await freeBytes(dataDir);
    assert.ok(free > 6 * MEBIBYTE && free <= 12 * MEBIBYTE, `${free} bytes free`);
    for (let record = 0; record < 3; record++) await made(person);
    await disk.clear();
    await until(async () => (await sent(person, path)).status === 200, "room on the disk");
    process.kill("SIGTERM");
    const { code, output } = await process.ended();
    assert.equal(code, 0);
    assert.match(output, /the disk of the store has [\d.]+ MiB left, of which 12\.0 stay free: make room on it/);
  },
}));

Deno.test(testInTurn({
  name: "files that arrive while somebody reads the store leave as much room as its log has grown, which it needs then",
  ignore: probe === null,
  async fn() {
    await using disk = await smallDisk(64) as SmallDisk;
    const dataDir = disk.folder;
    await using process = startServiceProcess({ DATA_DIR: dataDir, HTTPS_PORT: "0", WORKERS: "0", RATE_LIMITS: "off" });
    using person = await personOfProcess(process, { port: await process.httpsPort(), dataDir });
    const reader = new DatabaseSync(`${dataDir}/kv.sqlite3`, { readOnly: true });
    reader.exec("BEGIN; SELECT count(*) FROM kv");
    let { path } = await made(person), answer = await sent(person, path);
    for (; answer.status === 200; answer = await sent(person, path)) ({ path } = await made(person));
    assert.deepEqual(answer, { status: 503, code: "not_ready" });
    reader.close();
    for (let record = 0; record < 3; record++) await made(person);
    const free = await freeBytes(dataDir);
    assert.ok(free >= 16 * MEBIBYTE, `${free} bytes free`);
    process.kill("SIGTERM");
    const { code, output } = await process.ended();
    assert.equal(code, 0);
    assert.match(output, /stay free: make room on it, or start its processes anew, which empties its log of \d+ MiB/);
  },
}));

Deno.test(
  testInTurn(
    "a service that is killed while a file arrives leaves nothing after the sweep, and its upload waits for the file",
    async () => {
      await using folder = await temporaryFolder();
      const settings = { DATA_DIR: folder.path, HTTPS_PORT: "0", WORKERS: "0", RATE_LIMITS: "off" };
      const path = `${folder.path}/kv.sqlite3`;
      await using process = startServiceProcess(settings);
      using person = await personOfProcess(process, { port: await process.httpsPort(), dataDir: folder.path });
      const upload = await made(person);
      const kv = await Deno.openKv(path);
      const first = person.fetch(upload.path, { method: "PUT", body: FILE }).then((response) => response.body?.cancel())
        .catch(() => undefined);
      const sets = async (): Promise<number> =>
        (await Array.fromAsync(kv.list({ prefix: keys.unadoptedChunkSets }))).length;
      await until(async () => await sets() > 0, "the first chunks");
      process.kill("SIGKILL");
      await process.ended();
      await first;
      kv.close();
      const clock = { now: () => Date.now() + 2 * HOUR_MS };
      const store = await openStore({ path, planLimits: PLAN_LIMITS, clock, random: sourceOfChance() });
      await store.maintenance.sweep();
      for await (const { account } of store.accounts.all()) {
        const [{ status, file }] = await store.uploads.list(account.id);
        assert.deepEqual([status, file], ["pending", null]);
        assert.equal((await store.meters.storage(account.id)).usedBytes, 0);
      }
      store.close();
      const left = await Deno.openKv(path);
      const entries = await Array.fromAsync(left.list({ prefix: [] }));
      left.close();
      assert.deepEqual(entries.map(({ key }) => key.join("/")).filter((key) => /chunk|kept_inputs/.test(key)), []);
    },
  ),
);

async function made(person: PersonOfProcess): Promise<{ readonly upload_id: string; readonly path: string }> {
  const headers = { "content-type": "application/json" };
  const response = await person.fetch("/uploads", { method: "POST", headers, body: '{"kind":"prices"}' });
  const answer = await response.json();
  assert.equal(response.status, 201, JSON.stringify(answer));
  const { upload_id, url } = answer;
  return { upload_id, path: new URL(url).pathname };
}

/** Sends the file and returns the status of the answer, with the code of a refusal. */
async function sent(
  person: PersonOfProcess,
  path: string,
): Promise<{ readonly status: number; readonly code?: string }> {
  const response = await person.fetch(path, { method: "PUT", body: FILE });
  const { code } = await response.json();
  return { status: response.status, code };
}

async function freeBytes(folder: string): Promise<number> {
  const { stdout } = await new Deno.Command("df", { args: ["--output=avail", "-B1", folder] }).output();
  return Number(new TextDecoder().decode(stdout).split("\n")[1]);
}
