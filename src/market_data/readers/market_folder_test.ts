import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
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

Deno.test("files are listed in the order of their names, folders within and hidden files aside", async () => {
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

Deno.test("a folder within that is not there has no files, and a file that is not there is null", async () => {
  await using folder = await temporaryFolder();
  const market = new MarketFolder(folder.path);
  assert.deepEqual(await market.files("prices"), []);
  assert.equal(await market.file("nav/1.csv"), null);
});

Deno.test("without the folder itself market data is unavailable, and its path stays inside", async () => {
  const market = new MarketFolder("/no/such/place");
  await isRefused(market.files("prices"), /^Cannot read market data: the folder of MARKET_DATA does not exist$/);
});

Deno.test("nothing outside the folder is listed or read: by dots, by a link to a file, by a link to a folder", async () => {
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

Deno.test("a folder beside whose name only begins alike is outside", async () => {
  await using parent = await temporaryFolder({ "market/a.csv": "a", "market_two/b.csv": "b" });
  const market = new MarketFolder(`${parent.path}/market`);
  assert.equal(await market.file("../market_two/b.csv"), null);
});

Deno.test("a link within the folder, and a folder that is a link itself, are followed", async () => {
  await using folder = await temporaryFolder({ "market/all/a.csv": "a" });
  await Deno.symlink(`${folder.path}/market/all`, `${folder.path}/market/prices`);
  await Deno.symlink(`${folder.path}/market`, `${folder.path}/link`);
  const market = new MarketFolder(`${folder.path}/link`);
  const [file] = await market.files("prices");
  assert.equal(await market.text(file), "a");
});

Deno.test("a link that leads to itself is not there", async () => {
  await using folder = await temporaryFolder();
  await Deno.symlink(`${folder.path}/loop.csv`, `${folder.path}/loop.csv`);
  assert.equal(await new MarketFolder(folder.path).file("loop.csv"), null);
});

Deno.test("a packed file is unpacked, and one that is damaged is unavailable by its name", async () => {
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

Deno.test("letters that lie across two reads of a file stay whole", async () => {
  const text = "é".repeat(100_001);
  await using folder = await temporaryFolder({ "a.csv": `x${text}` });
  assert.equal(await new MarketFolder(folder.path).text(entry("a.csv")), `x${text}`);
});
