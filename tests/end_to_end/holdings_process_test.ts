import assert from "node:assert/strict";
import { type PersonOfProcess, personOfProcess } from "../support/person_of_process.ts";
import { processesWith, type RunningProcess } from "../support/processes_with.ts";
import { type ServiceProcess, startLoneServiceProcess, startServiceProcess } from "../support/service_process.ts";
import { equitySheet } from "../support/statement_sheets.ts";
import { temporaryFolder } from "../support/temporary_folder.ts";
import { IS_FULL_RUN, testInTurn } from "../support/tier.ts";
import { until } from "../support/until.ts";
import { archiveFile, workbookFile, workbookParts } from "../support/workbook_file.ts";

const MARK = "EXMARKOFTHEFILE";
const FILE = workbookFile([equitySheet([{ symbol: "EXMANGO" }, { symbol: MARK }], MARK)]);

const BUSY = busyWorkbook();

interface Started extends AsyncDisposable {
  readonly process: ServiceProcess;
  readonly person: PersonOfProcess;
  readonly dataDir: string;
  /** Imports a workbook, with further fields in the body beside it. The signal cuts the request off. */
  imported(
    file: Uint8Array,
    beside?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<{ status: number; code?: string }>;
}

async function started(start: (environment: Readonly<Record<string, string>>) => ServiceProcess): Promise<Started> {
  const folder = await temporaryFolder();
  const settings = { DATA_DIR: folder.path, HTTPS_PORT: "0", WORKERS: "0", RATE_LIMITS: "off", LOG_LEVEL: "debug" };
  const process = start(settings);
  const port = await process.httpsPort();
  const person = await personOfProcess(process, { port, dataDir: folder.path });
  return {
    process,
    person,
    dataDir: folder.path,
    async imported(file, beside = {}, signal) {
      const response = await person.fetchSignedIn("/holdings/import", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ content_base64: file.toBase64(), ...beside }),
        ...signal === undefined ? {} : { signal },
      });
      const { code } = await response.json();
      return { status: response.status, code };
    },
    async [Symbol.asyncDispose]() {
      person[Symbol.dispose]();
      await process[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Imports a workbook, again while the service says that it cannot read one now, as it does on a busy machine. */
async function answeredImport(service: Started, ...sent: Parameters<Started["imported"]>): Promise<{ status: number }> {
  let answer = await service.imported(...sent);
  await until(async () => {
    if (answer.status === 503) answer = await service.imported(...sent);
    return answer.status !== 503;
  }, "an import to be answered");
  return answer;
}

Deno.test(
  testInTurn(
    "no content of an uploaded workbook is logged or stored, whether it is read, damaged or refused",
    async () => {
      await using service = await started(startServiceProcess);
      assert.equal((await answeredImport(service, FILE)).status, 200);
      const isMailed = async (): Promise<boolean> =>
        (await keysOf(service.dataDir)).every((key) => !key.includes("due_mails"));
      await until(isMailed, "the mail of the person to have left");
      const before = await keysOf(service.dataDir);
      for (let i = 0; i < (IS_FULL_RUN ? 3 : 1); i++) {
        assert.equal((await answeredImport(service, FILE)).status, 200);
      }
      assert.equal((await answeredImport(service, FILE.subarray(0, 1_000))).status, 400);
      assert.equal((await answeredImport(service, new TextEncoder().encode(`${MARK},a`))).status, 400);
      assert.equal((await answeredImport(service, FILE, { [MARK]: MARK })).status, 422);
      assert.deepEqual(await keysOf(service.dataDir), before);
      service.process.kill("SIGTERM");
      const { code, output } = await service.process.ended();
      assert.equal(code, 0, output);
      assert.match(output, /POST.*\/holdings\/import|\/holdings\/import.*POST/, "requests are logged");
      assert.ok(!output.includes(MARK), output);
      assert.deepEqual(await filesWith(service.dataDir, new TextEncoder().encode(MARK)), []);
      assert.deepEqual(await filesWith(service.dataDir, FILE.subarray(0, 64)), []);
    },
  ),
);

Deno.test(
  testInTurn(
    "the processes of an import end with their client and with their service, and give way to it",
    async (test) => {
      await using service = await started(startServiceProcess);

      await test.step("a holdings import whose client disconnects is stopped, and the next import succeeds", async () => {
        const gone = new AbortController();
        const busy = service.imported(BUSY, {}, gone.signal).then(() => "answered", () => "cut off");
        const running = await importProcesses(service);
        gone.abort();
        assert.equal(await busy, "cut off");
        await untilGone(running);
        assert.equal((await service.imported(FILE)).status, 200);
      });

      const busy = service.imported(BUSY).then(() => "answered", () => "cut off");
      const running = await importProcesses(service);

      await test.step({
        name: "the processes of a holdings import run at a lower priority than the service",
        // The test needs Linux, because only Linux gives each thread a priority of its own.
        ignore: Deno.build.os !== "linux",
        async fn() {
          const ofService = await nicenessOf(service.process.pid);
          for (const { pid } of running) assert.ok(await nicenessOf(pid) >= Math.min(19, ofService + 10));
        },
      });

      await test.step("a service killed during a holdings import leaves no process behind", async () => {
        service.process.kill("SIGKILL");
        await service.process.ended();
        await untilGone(running);
        assert.equal(await busy, "cut off");
      });
    },
  ),
);

Deno.test(
  testInTurn(
    "without the right to start processes holdings imports get 503 not_ready, and another route still works",
    async () => {
      await using service = await started(startLoneServiceProcess);
      for (let i = 0; i < 2; i++) assert.deepEqual(await service.imported(FILE), { status: 503, code: "not_ready" });
      const profile = await service.person.fetchSignedIn("/users/me");
      assert.equal(profile.status, 200, await profile.text());
    },
  ),
);

/** Waits until both processes of a holdings import run, its guard and its parser, and returns them. */
async function importProcesses({ process }: Started): Promise<readonly RunningProcess[]> {
  let running: readonly RunningProcess[] = [];
  await until(async () => {
    const all = await processesWith("/src/holdings/parser/");
    const guards = all.filter(({ parent }) => parent === process.pid);
    running = [...guards, ...all.filter(({ parent }) => guards.some(({ pid }) => pid === parent))];
    return running.length === 2;
  }, "the guard and the parser");
  return running;
}

async function nicenessOf(pid: number): Promise<number> {
  // Reads the niceness, field 19 of /proc/<pid>/stat. Field 2, the process name, may contain spaces, so everything up
  // to it is removed.
  const args = ["-c", `sed 's/.*) //' /proc/${pid}/stat | cut -d ' ' -f 17`];
  const { stdout } = await new Deno.Command("sh", { args }).output();
  return Number(new TextDecoder().decode(stdout));
}

async function untilGone(running: readonly RunningProcess[]): Promise<void> {
  const pids = new Set(running.map(({ pid }) => pid));
  const left = async (): Promise<number> =>
    (await processesWith("/src/holdings/parser/")).filter(({ pid }) => pids.has(pid)).length;
  await until(async () => await left() === 0, "no process of the import to be left");
}

/** Test helper. Returns a workbook that takes the parser of holdings several seconds. */
function busyWorkbook(): Uint8Array {
  const cells = "<c><v>1</v></c>".repeat(190);
  const rows = Array.from({ length: 19_000 }, (_, i) => `<row r="${i + 1}">${cells}</row>`).join("");
  const sheet = { name: "xl/worksheets/sheet1.xml", content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` };
  return archiveFile([...workbookParts([equitySheet([])]).filter(({ name }) => name !== sheet.name), sheet]);
}

/** Test helper. Returns every key of a store that another process has open, as JSON. */
async function keysOf(dataDir: string): Promise<readonly string[]> {
  const kv = await Deno.openKv(`${dataDir}/kv.sqlite3`);
  const entries = await Array.fromAsync(kv.list({ prefix: [] }));
  kv.close();
  return entries.map(({ key }) => JSON.stringify(key));
}

/** Test helper. Returns the paths of all files below a folder that contain the given bytes. */
async function filesWith(folder: string, bytes: Uint8Array): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await filesWith(path, bytes));
    else if (indexOf(await Deno.readFile(path), bytes) >= 0) found.push(path);
  }
  return found;
}

function indexOf(content: Uint8Array, bytes: Uint8Array): number {
  for (let at = content.indexOf(bytes[0]); at >= 0; at = content.indexOf(bytes[0], at + 1)) {
    if (bytes.every((byte, i) => content[at + i] === byte)) return at;
  }
  return -1;
}
