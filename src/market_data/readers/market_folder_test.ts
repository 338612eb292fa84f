import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { noteAbsence } from "../../../tests/support/absent_program.ts";
import { type RefusalOfRead, refusalsOfReads } from "../../../tests/support/refusals_of_reads.ts";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";
import { DomainError } from "../../domain/errors.ts";
import { type MarketFile, MarketFolder } from "./market_folder.ts";

function entry(path: string): MarketFile {
  return { path, name: path.slice(path.lastIndexOf("/") + 1), bytes: 0, modifiedMs: 0 };
}

async function isRefused(work: Promise<unknown>, sentence: RegExp): Promise<void> {
  await assert.rejects(
    work,
    (error) => error instanceof DomainError && error.code === "market_data_unavailable" && sentence.test(error.message),
  );
}

Deno.test("files are listed by name without hidden ones, and those of subfolders only on request", async () => {
  await using folder = await temporaryFolder({
    "prices/b.csv": "b",
    "prices/a.csv": "aa",
    "prices/.c": "",
    "prices/d/e.csv": "",
  });
  const market = new MarketFolder(folder.path);
  const files = await market.files("prices");
  assert.deepEqual(files.map(({ path, name, bytes }) => [path, name, bytes]), [
    ["prices/a.csv", "a.csv", 2],
    ["prices/b.csv", "b.csv", 1],
  ]);
  assert.deepEqual((await market.files("prices", 2)).map(({ path }) => path), [
    "prices/a.csv",
    "prices/b.csv",
    "prices/d/e.csv",
  ]);
});

Deno.test("a missing subfolder has no files, and a missing file is null", async () => {
  await using folder = await temporaryFolder();
  const market = new MarketFolder(folder.path);
  assert.deepEqual(await market.files("prices"), []);
  assert.equal(await market.file("nav/1.csv"), null);
});

Deno.test("without the market data folder market data is unavailable, and the error does not show its path", async () => {
  const market = new MarketFolder("/no/such/place");
  await isRefused(market.files("prices"), /^Cannot read market data: the folder of MARKET_DATA does not exist$/);
});

Deno.test("nothing outside the market data folder is listed or read through dots or links to files or folders", async () => {
  await using outside = await temporaryFolder({ "secret.csv": "secret", "nav/1.csv": "secret" });
  await using folder = await temporaryFolder({ "prices/a.csv": "a" });
  await Deno.symlink(`${outside.path}/secret.csv`, `${folder.path}/prices/link.csv`);
  await Deno.symlink(`${outside.path}/nav`, `${folder.path}/nav`);
  const market = new MarketFolder(folder.path);
  const dots = `../${outside.path.slice(outside.path.lastIndexOf("/") + 1)}/secret.csv`;
  assert.deepEqual((await market.files("prices")).map(({ name }) => name), ["a.csv"]);
  assert.deepEqual(await market.names("prices"), ["a.csv"]);
  assert.deepEqual([await market.files("nav"), await market.names("nav")], [[], []]);
  for (const path of ["prices/link.csv", "nav/1.csv", dots]) {
    assert.equal(await market.file(path), null, path);
    await isRefused(market.text(entry(path)), /it does not exist/);
    await isRefused(market.firstLines(entry(path), 1), /it does not exist/);
  }
});

Deno.test("a sibling folder whose name begins with that of the market data folder is outside of it", async () => {
  await using parent = await temporaryFolder({ "market/a.csv": "a", "market_two/b.csv": "b" });
  const market = new MarketFolder(`${parent.path}/market`);
  assert.equal(await market.file("../market_two/b.csv"), null);
});

Deno.test("links within the market data folder are followed, and the folder itself may be a link", async () => {
  await using folder = await temporaryFolder({ "market/all/a.csv": "a" });
  await Deno.symlink(`${folder.path}/market/all`, `${folder.path}/market/prices`);
  await Deno.symlink(`${folder.path}/market`, `${folder.path}/link`);
  const market = new MarketFolder(`${folder.path}/link`);
  const [file] = await market.files("prices");
  assert.equal(await market.text(file), "a");
});

Deno.test("a link that leads to itself is a missing file", async () => {
  await using folder = await temporaryFolder();
  await Deno.symlink(`${folder.path}/loop.csv`, `${folder.path}/loop.csv`);
  assert.equal(await new MarketFolder(folder.path).file("loop.csv"), null);
});

Deno.test("a gzip file is decompressed, and a damaged one makes market data unavailable with the file's name", async () => {
  const packed = gzipSync("Date,Close\n2024-01-02,1\n".repeat(5_000));
  await using folder = await temporaryFolder({
    "a.csv.gz": packed,
    "b.csv.gz": packed.subarray(0, 60),
    "c.csv.gz": "no",
  });
  const market = new MarketFolder(folder.path);
  assert.equal((await market.text(entry("a.csv.gz"))).length, 120_000);
  assert.deepEqual(await market.firstLines(entry("a.csv.gz"), 2), ["Date,Close", "2024-01-02,1"]);
  await isRefused(market.text(entry("b.csv.gz")), /"b\.csv\.gz".*unpacked/);
  await isRefused(market.text(entry("c.csv.gz")), /"c\.csv\.gz".*unpacked/);
});

Deno.test("characters that lie across two reads of a file are decoded whole", async () => {
  const text = "é".repeat(100_001);
  await using folder = await temporaryFolder({ "a.csv": `x${text}` });
  assert.equal(await new MarketFolder(folder.path).text(entry("a.csv")), `x${text}`);
});

Deno.test("a file that changes while it is read is read again, and refused by name where it never stops", async () => {
  await using folder = await temporaryFolder({ "listings/a.csv": "a\n".repeat(2_000_000) });
  const path = `${folder.path}/listings/a.csv`;
  const market = new MarketFolder(folder.path);
  const reading = market.text(entry("listings/a.csv"));
  await Deno.writeTextFile(path, "b\nb\n", { append: true });
  // On a busy machine the file may have been read before it changed.
  assert.match((await reading).slice(-6), /^a\n(a\na|b\nb)\n$/);

  // On a machine of one core a reading may find a moment without a change, and is then whole.
  let outcome = "whole";
  for (let tries = 0; outcome === "whole" && tries < 50; tries++) {
    const state = { isOver: false };
    const read = outcomeOf(market.text(entry("listings/a.csv"))).finally(() => state.isOver = true);
    while (!state.isOver) await Deno.writeTextFile(path, "c\n", { append: true });
    outcome = await read;
  }
  assert.match(outcome, /"listings\/a\.csv".*it changes while it is read/);
});

/** Test helper. Returns how a reading of lines ended: `whole`, or the sentence of its refusal. */
async function outcomeOf(reading: Promise<string>): Promise<string> {
  try {
    assert.match((await reading).slice(-2), /^[abc]\n$/);
    return "whole";
  } catch (error) {
    if (error instanceof DomainError && error.code === "market_data_unavailable") return error.message;
    throw error;
  }
}

Deno.test("a table whose last number is still being written is read once the number is whole", async () => {
  await using folder = await temporaryFolder({ "a.csv": "date,A\n2024-01-01,1\n2024-01-02,12" });
  const reading = new MarketFolder(folder.path).tableText(entry("a.csv"));
  await new Promise((resolve) => setTimeout(resolve, 30));
  await Deno.writeTextFile(`${folder.path}/a.csv`, "34\n", { append: true });
  assert.match(await reading, /,1234\n$/);
  await Deno.writeTextFile(`${folder.path}/a.csv`, "2024-01-03,5", { append: true });
  assert.match(await new MarketFolder(folder.path).tableText(entry("a.csv")), /,5$/);
});

Deno.test("a gzip file that is still being written is read whole or refused by name, and is read once it is whole", async () => {
  const packed = gzipSync(crypto.getRandomValues(new Uint8Array(60_000)).toHex());
  const pieces = Array.from({ length: 20 }, (_, i) => packed.subarray(i * 3_000, i < 19 ? (i + 1) * 3_000 : undefined));
  await using folder = await temporaryFolder({ "a.csv.gz": pieces[0] });
  const lengthOf = (text: string): number => text.length;
  const reading = new MarketFolder(folder.path).text(entry("a.csv.gz")).then(lengthOf, (error: unknown) => error);
  for (const piece of pieces.slice(1)) await Deno.writeFile(`${folder.path}/a.csv.gz`, piece, { append: true });
  const half = await reading;
  if (half instanceof DomainError) assert.match(half.message, /"a\.csv\.gz"/);
  else assert.equal(half, 120_000);
  assert.equal((await new MarketFolder(folder.path).text(entry("a.csv.gz"))).length, 120_000);
});

/** Name of a file that its mode closes to everybody. */
const CLOSED = "closed.csv";
/** Program and arguments that start a process of the user root without the right to read what a file's mode forbids. */
const WITHOUT_RIGHTS = [
  "setpriv",
  "--bounding-set=-dac_override,-dac_read_search",
  "--inh-caps=-dac_override,-dac_read_search",
];
const READER = new URL("../../../tests/support/refusals_of_reads.ts", import.meta.url).href;

/** Whether this process reads files that their mode closes to everybody, as processes of the user root do. */
const readsAll = await withClosedFile(async (folder) => (await refusalsOfReads(folder, CLOSED)).includes(null));
const lacksSetpriv = readsAll && !await startsWithoutRights();
if (lacksSetpriv) noteAbsence("setpriv", "The test of a file that may not be read is skipped: no setpriv");

Deno.test({
  name: "a file that the service has no right to read is refused by name",
  ignore: lacksSetpriv,
  fn: () =>
    withClosedFile(async (folder) => {
      const refusals = readsAll ? await refusalsWithoutRights(folder) : await refusalsOfReads(folder, CLOSED);
      const sentence = `Cannot read "${CLOSED}" of the market data: the service has no right to read it`;
      assert.deepEqual(refusals, Array(3).fill(["market_data_unavailable", sentence]));
    }),
});

/** Calls a function with a folder that has a file which its mode closes to everybody. Returns what it returns. */
async function withClosedFile<T>(use: (folder: string) => Promise<T>): Promise<T> {
  await using folder = await temporaryFolder({ [CLOSED]: "date,A" });
  await Deno.chmod(`${folder.path}/${CLOSED}`, 0);
  return await use(folder.path);
}

async function startsWithoutRights(): Promise<boolean> {
  const args = ["-c", `${WITHOUT_RIGHTS.join(" ")} true`];
  return (await new Deno.Command("sh", { args, stderr: "null" }).output()).success;
}

/** Reads the closed file of a folder in a process without the right to read it. */
async function refusalsWithoutRights(folder: string): Promise<readonly RefusalOfRead[]> {
  const [program, ...rights] = WITHOUT_RIGHTS;
  const args = [...rights, Deno.execPath(), "run", "--no-check", "--allow-read", READER, folder, CLOSED];
  const { success, stdout } = await new Deno.Command(program, { args, stderr: "inherit" }).output();
  assert.ok(success, "the process that reads without rights failed");
  return JSON.parse(new TextDecoder().decode(stdout));
}
