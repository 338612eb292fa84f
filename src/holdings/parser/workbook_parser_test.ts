import assert from "node:assert/strict";
import { processesWith, type RunningProcess } from "../../../tests/support/processes_with.ts";
import { equitySheet } from "../../../tests/support/statement_sheets.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";
import { until } from "../../../tests/support/until.ts";
import { archiveFile, workbookFile, workbookParts } from "../../../tests/support/workbook_file.ts";
import { fullTest, partOf, testInTurn } from "../../../tests/support/tier.ts";
import { DomainError } from "../../domain/errors.ts";
import { statementOfBody } from "./answer_of_body.ts";
import { WorkbookParser, type WorkbookParserOptions } from "./workbook_parser.ts";

const READY = 'console.log("ready");';
const FOREVER = "await new Promise((resolve) => setTimeout(resolve, 600_000));";
const BUSY = "for (;;);";

const BODY = bodyOf(workbookFile([equitySheet([{ symbol: "INFY", isin: "INE009A01021" }])]));

function bodyOf(file: Uint8Array): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify({ content_base64: file.toBase64() }));
}

interface TriedParser {
  readonly parser: WorkbookParser;
  /** Failure messages that the workbook parser reported during the test. */
  readonly noted: readonly string[];
}

function tried(options: Partial<WorkbookParserOptions> = {}): TriedParser {
  const noted: string[] = [];
  const nextTurn = (): Promise<void> => Promise.resolve();
  return { parser: new WorkbookParser({ onFailure: (how) => void noted.push(how), nextTurn, ...options }), noted };
}

/** Test helper. Runs a test program in place of the workbook parser and returns the refusal that results. */
async function refusalBy(program: string, options: Partial<WorkbookParserOptions> = {}): Promise<Refusal> {
  await using folder = await temporaryFolder({ "parser.ts": program });
  const refusal = await refusalOf(BODY, { program: `${folder.path}/parser.ts`, ...options });
  assert.deepEqual(await processesWith(folder.path), [], "no process is left");
  return refusal;
}

interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly noted: readonly string[];
}

async function refusalOf(
  body: Uint8Array<ArrayBuffer>,
  options: Partial<WorkbookParserOptions> = {},
): Promise<Refusal> {
  const { parser, noted } = tried(options);
  const error = await parser.statementOf(body, new AbortController().signal).then(() => null, (error) => error);
  assert.ok(error instanceof DomainError, String(error));
  const isForNow = error.code === "not_ready" && / again( later)?$/.test(error.message);
  assert.equal(error.retryAfterSeconds, isForNow ? 10 : null, "a refusal for now tells when to try again");
  return { code: error.code, detail: error.message, noted };
}

Deno.test(testInTurn("a parser process reads a workbook into the lines of its statement", async () => {
  const { parser, noted } = tried();
  const { brokerage, lines } = await parser.statementOf(BODY, new AbortController().signal);
  assert.equal(brokerage, "zerodha");
  assert.deepEqual(lines, [{
    kind: "stock",
    sheet: null,
    row: 24,
    symbol: "INFY",
    isin: "INE009A01021",
    name: "INFY",
    amc: null,
    quantity: 1,
    price: 100,
    fault: null,
  }]);
  assert.deepEqual(noted, []);
}));

Deno.test(
  testInTurn(
    "a parser process without an answer is ended at its time limit, and the import refused with not_ready",
    async () => {
      const { code, detail, noted } = await refusalBy(READY + FOREVER, { limitMs: 2_000 });
      assert.deepEqual([code, noted], ["not_ready", [
        "The parser of workbooks ended by its time limit without an answer",
      ]]);
      assert.match(
        detail,
        /^The service (had no time to read the file within 2 s: send it again|cannot read workbooks now)/,
      );
      const before = await refusalBy(FOREVER, { limitMs: 300 });
      assert.deepEqual([before.code, before.detail], [
        "not_ready",
        "The service cannot read workbooks now: try again later",
      ]);
    },
  ),
);

Deno.test(testInTurn("a workbook that takes more processor time than allowed is refused as unreadable", async () => {
  const { code, detail } = await refusalBy(READY + BUSY, { limitMs: 900_000, processorSeconds: 1 });
  assert.deepEqual([code, detail], [
    "HOLDINGS_FILE_UNREADABLE",
    "Cannot read the file: it takes more than 1 s to read; send the statement as it was downloaded",
  ]);
}));

Deno.test("a parser process has no files, network, processes, native code or variables, and cannot request them", async () => {
  const program = `${READY}
    const acts = {
      read: () => Deno.readTextFileSync("/etc/hostname"),
      write: () => Deno.writeTextFileSync("of-a-parser", ""),
      listen: () => Deno.listen({ port: 0 }),
      connect: () => Deno.connect({ port: 443 }),
      run: () => new Deno.Command("/bin/sh").spawn(),
      ffi: () => Deno.dlopen("libc.so.6", {}),
      variable: () => Deno.env.get("HOME"),
      name: () => Deno.hostname(),
    };
    const granted = [];
    for (const [name, act] of Object.entries(acts)) {
      try {
        await act();
        granted.push(name);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotCapable)) granted.push(name + " " + error);
      }
    }
    for (const name of ["read", "write", "net", "run", "ffi", "env", "sys"]) {
      if ((await Deno.permissions.request({ name })).state !== "denied") granted.push("asked for " + name);
    }
    const detail = "granted: " + granted.join();
    console.log(JSON.stringify({ refused: { code: "HOLDINGS_FILE_UNREADABLE", detail, faults: [] } }));`;
  assert.deepEqual(await refusalBy(program, { limitMs: 60_000 }), {
    code: "HOLDINGS_FILE_UNREADABLE",
    detail: "granted: ",
    noted: [],
  });
});

Deno.test("an answer of a parser process that is malformed, too long or missing is refused and reported", async () => {
  const damaged = "Cannot read the file: it is damaged; download it again";
  const programs: readonly (readonly [string, string, string])[] = [
    ['console.log("garbage");', "not_ready", "The service cannot read workbooks now: try again later"],
    [READY, "HOLDINGS_FILE_UNREADABLE", damaged],
    [READY + "Deno.exit(0);", "HOLDINGS_FILE_UNREADABLE", damaged],
    [READY + 'throw new Error("x");', "HOLDINGS_FILE_UNREADABLE", damaged],
    [READY + 'console.log("garbage");', "HOLDINGS_FILE_UNREADABLE", damaged],
    [READY + 'console.log("{}");', "HOLDINGS_FILE_UNREADABLE", damaged],
    [
      READY + `console.log('{"brokerage":"zerodha","lines":2}');`,
      "HOLDINGS_FILE_UNREADABLE",
      damaged,
    ],
    [
      READY + `for (;;) Deno.stdout.writeSync(new Uint8Array(1 << 20));`,
      "HOLDINGS_FILE_UNREADABLE",
      damaged,
    ],
  ];
  for (const [program, code, detail] of partOf(programs, { share: 8 })) {
    const refusal = await refusalBy(program, { limitMs: 60_000 });
    assert.deepEqual([refusal.code, refusal.detail], [code, detail], program);
    assert.equal(refusal.noted.length, 1, program);
  }
});

Deno.test("a file whose parser process exceeds the memory limit is refused as unreadable", async () => {
  const heap = "const kept = []; for (;;) kept.push(new Array(8e6).fill(0.5));";
  const outside = "const kept = []; for (;;) kept.push(new Uint8Array(1 << 24));";
  for (const program of partOf([heap, outside])) {
    const { code, detail } = await refusalBy(READY + program, { limitMs: 120_000 });
    assert.equal(code, "HOLDINGS_FILE_UNREADABLE");
    if (program === heap) {
      assert.equal(
        detail,
        "Cannot read the file: it takes more memory to read than the service allows; send the statement as it was downloaded",
      );
    }
  }
});

Deno.test(fullTest("a workbook that takes too much memory is refused with that reason, and not as damaged", {
  heldBy: "a file whose parser process exceeds the memory limit is refused as unreadable",
}, async () => {
  const { code, detail } = await refusalOf(bodyOf(workbookOfOneText(62_000_000)), { limitMs: 120_000 });
  assert.deepEqual([code, detail], [
    "HOLDINGS_FILE_UNREADABLE",
    "Cannot read the file: it takes more memory to read than the service allows; send the statement as it was downloaded",
  ]);
}));

/** Test helper. Returns a workbook whose shared texts contain one text of the given number of characters. */
function workbookOfOneText(characters: number): Uint8Array {
  const parts = workbookParts([equitySheet([])]).map((part) =>
    part.name === "[Content_Types].xml" ? { ...part, content: withSharedTexts(String(part.content)) } : part
  );
  const content = `<sst><si><t>${"x".repeat(characters)}</t></si></sst>`;
  return archiveFile([...parts, { name: "xl/sharedStrings.xml", content }]);
}

function withSharedTexts(types: string): string {
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml";
  return types.replace("</Types>", `<Override PartName="/xl/sharedStrings.xml" ContentType="${type}"/></Types>`);
}

Deno.test("a holdings import whose parser process is killed or cannot be started is refused with not_ready", async () => {
  await using folder = await temporaryFolder({ "parser.ts": READY + FOREVER });
  const args = ["-c", "setpriv --pdeathsig KILL true"];
  const diesWithGuard = (await new Deno.Command("sh", { args, stderr: "null" }).output()).success;
  for (const which of diesWithGuard ? ["guard", "parser"] : ["parser"]) {
    const refused = refusalOf(BODY, { program: `${folder.path}/parser.ts`, limitMs: 30_000 });
    const pidOf = async (): Promise<number | undefined> => {
      const running = await processesWith(folder.path);
      // Waits for the parser process itself: the shell that becomes the parser has the same last argument, and does not
      // yet die with the guard process.
      const isParser = ({ command }: RunningProcess): boolean =>
        command.startsWith(Deno.execPath()) && command.endsWith("parser.ts");
      const parser = running.find(isParser);
      return which === "parser" ? parser?.pid : parser && running.find(({ pid }) => pid !== parser.pid)?.pid;
    };
    let pid: number | undefined;
    await until(async () => (pid = await pidOf()) !== undefined, which);
    if (pid !== undefined) Deno.kill(pid, "SIGKILL");
    const { code, detail } = await refused;
    assert.deepEqual(await processesWith(folder.path), [], "no process is left");
    assert.deepEqual([code, /^The service (cannot read|was stopped while it read)/.test(detail)], [
      "not_ready",
      true,
    ], which);
  }
  const { code } = await refusalOf(BODY, { guard: "/nowhere/guard.ts" });
  assert.equal(code, "not_ready");
});

Deno.test("no parser process is left after its client has gone, whether it was at work or about to start", async () => {
  await using folder = await temporaryFolder({ "parser.ts": READY + BUSY });
  const { parser, noted } = tried({ program: `${folder.path}/parser.ts`, limitMs: 60_000 });
  const gone = new AbortController();
  const reading = parser.statementOf(BODY, gone.signal);
  const isThere = async (): Promise<boolean> =>
    (await processesWith(folder.path)).some(({ command }) => command.endsWith("parser.ts"));
  await until(isThere, "the parser to be there");
  gone.abort(new Error("gone"));
  await assert.rejects(reading, /^Error: gone$/);
  await assert.rejects(parser.statementOf(BODY, gone.signal), /^Error: gone$/);
  assert.deepEqual([await processesWith(folder.path), noted], [[], []]);
});

Deno.test("an invalid body of a holdings import is refused with the error codes of other endpoints", async () => {
  const bodies: readonly (readonly [string, string, string])[] = [
    ["{", "malformed_json", "Cannot read the body: it is not JSON"],
    ["[]", "validation_failed", "Cannot use a list here: an object is needed"],
    ["{}", "validation_failed", ""],
    ['{"content_base64":5}', "validation_failed", ""],
    ['{"content_base64":"AAAA\\u0000"}', "validation_failed", "/content_base64"],
    ['{"content_base64":"","file":""}', "validation_failed", ""],
    ['{"content_base64":""}', "HOLDINGS_FILE_UNREADABLE", "Cannot read the file: it is empty"],
  ];
  for (const [body, code] of bodies) {
    await assert.rejects(statementOfBody(new TextEncoder().encode(body)), { code }, body);
  }
  for (const [body, code] of partOf(bodies, { share: 8 })) {
    assert.equal((await refusalOf(new TextEncoder().encode(body))).code, code, body);
  }
});
