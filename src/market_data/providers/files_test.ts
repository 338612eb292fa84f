import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "../../../tests/support/temporary_folder.ts";
import { assetId } from "../../domain/asset.ts";
import { DomainError } from "../../domain/errors.ts";
import type { FetchContext } from "../provider.ts";
import { filesProvider } from "./files.ts";

const ALWAYS = { start: null, end: null };
const WIDE = "date,EXA.NS,EXB.NS,EXC.NS\n2024-01-01,1,2,3\n2024-01-02,1.1,2,3.1\n2024-01-03,1.2,2.1,\n";
const LIST = "SYMBOL,NAME OF COMPANY, SERIES, DATE OF LISTING, PAID UP VALUE, MARKET LOT, ISIN NUMBER, FACE VALUE\n" +
  "EXA,Example A Limited,EQ,06-OCT-2008,5,1,INE000X01011,5\nEXZ,Example Z Limited,EQ,06-OCT-2008,5,1,INE000X01029,5\n";

/**
 * Returns a fetch context whose clock advances by two seconds at every call, past the time that a folder listing is
 * reused.
 */
function ticking(): FetchContext {
  let at = Date.parse("2025-01-01T00:00:00.000Z");
  return { signal: new AbortController().signal, now: () => new Date(at += 2_000).toISOString() };
}

Deno.test("a wide file has a history for each column, under the symbol without the suffix of the exchange", async () => {
  await using folder = await temporaryFolder({ "prices/NSE/all.csv": WIDE });
  const history = await filesProvider(folder.path).prices?.(assetId("NSE:EXC"), ALWAYS, ticking());
  assert.deepEqual(history?.dates, ["2024-01-01", "2024-01-02"]);
  assert.deepEqual([...history?.closes ?? []], [3, 3.1]);
  assert.deepEqual([history?.source, history?.omitted], ["files", []]);
});

Deno.test("a file of one asset is the history of the asset after which it is named, compressed or not", async () => {
  const text = "Date,Close,Adj Close\n2024-01-03,11,10\n2024-01-02,10,9\n";
  await using folder = await temporaryFolder({
    "prices/US/EXMAP.csv": text,
    "prices/US/EXOAK.csv.gz": gzipSync(text),
  });
  const provider = filesProvider(folder.path);
  for (const asset of ["US:EXMAP", "US:EXOAK"]) {
    const history = await provider.prices?.(assetId(asset), ALWAYS, ticking());
    assert.deepEqual(history?.dates, ["2024-01-02", "2024-01-03"]);
    assert.deepEqual([[...history?.adjustedCloses ?? []], [...history?.closes ?? []]], [[9, 10], [10, 11]]);
  }
});

Deno.test("the files of an exchange are combined, and of a day in two files the last file by name counts", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/2023.csv": "date,EXA\n2023-12-28,1\n2023-12-29,2\n",
    "prices/NSE/2024.csv": "date,EXA,EXB\n2023-12-29,3,9\n2024-01-01,4,9\n",
    "prices/BSE/990001.csv": "Date,Close\n2024-01-01,5\n",
  });
  const provider = filesProvider(folder.path);
  const history = await provider.prices?.(assetId("NSE:EXA"), ALWAYS, ticking());
  assert.deepEqual([...history?.closes ?? []], [1, 3, 4]);
  assert.deepEqual(history?.omitted, [{ date: "2023-12-29", reason: "repeated" }]);
  const listings = await provider.listings?.("IN", ticking());
  assert.deepEqual([...listings?.items ?? []].map(({ asset }) => asset), ["NSE:EXA", "NSE:EXB", "BSE:990001"]);
});

Deno.test("a range of dates keeps the prices and the omitted days within it, both ends included", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/EXA.csv":
      "Date,Close\n2024-01-01,x\n2024-01-02,1\n2024-01-03,2\n2024-01-04,y\n2024-01-05,3\n2024-01-08,4\n",
  });
  const range = { start: "2024-01-02", end: "2024-01-05" };
  const history = await filesProvider(folder.path).prices?.(assetId("NSE:EXA"), range, ticking());
  assert.deepEqual(history?.dates, ["2024-01-02", "2024-01-03", "2024-01-05"]);
  assert.deepEqual(history?.omitted, [{ date: "2024-01-04", reason: "unreadable" }]);
});

Deno.test("holidays of the calendar are omitted and reported, and so are its sessions without a row", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": "date,EXA,EXB\n2024-01-01,1,1\n2024-01-02,2,2\n2024-01-04,3,3\n2024-01-08,4,4\n",
    "calendars/NSE.csv": "date,name\n2024-01-02,A holiday\n2024-01-05,Another\n",
  });
  const provider = filesProvider(folder.path);
  const history = await provider.prices?.(assetId("NSE:EXA"), ALWAYS, ticking());
  assert.deepEqual(history?.dates, ["2024-01-01", "2024-01-04", "2024-01-08"]);
  assert.deepEqual(history?.omitted, [
    { date: "2024-01-02", reason: "holiday" },
    { date: "2024-01-03", reason: "absent" },
  ]);
  assert.equal(await provider.lastSession?.([assetId("NSE:EXA")], "2024-01-03", ticking()), "2024-01-01");
});

Deno.test("without a calendar a day on which 90 % of the assets repeat their price is a holiday", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": "date,EXA,EXB,EXC\n2024-01-01,1,2,3\n2024-01-02,1,2,3\n2024-01-03,1,2,4\n",
  });
  const provider = filesProvider(folder.path);
  const history = await provider.prices?.(assetId("NSE:EXA"), ALWAYS, ticking());
  assert.deepEqual(history?.dates, ["2024-01-01", "2024-01-03"]);
  assert.deepEqual(history?.omitted, [{ date: "2024-01-02", reason: "holiday" }]);
  assert.equal(await provider.lastSession?.([assetId("NSE:EXA")], "2024-01-02", ticking()), "2024-01-01");
});

Deno.test("the last session up to a day is the last day on which a file of the assets has a row", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": WIDE,
    "prices/BSE/990001.csv": "Date,Close\n2024-01-04,5\n",
    "nav/990001.csv": "date,nav\n2024-02-01,10\n",
  });
  const provider = filesProvider(folder.path);
  const last = async (assets: readonly string[], day: string): Promise<string | null | undefined> =>
    await provider.lastSession?.(assets.map(assetId), day, ticking());
  assert.equal(await last(["NSE:EXC"], "2025-01-01"), "2024-01-03");
  assert.equal(await last(["NSE:EXC"], "2024-01-02"), "2024-01-02");
  assert.equal(await last(["NSE:EXC"], "2023-12-31"), null);
  assert.equal(await last(["NSE:EXC", "BSE:990001"], "2025-01-01"), "2024-01-04");
  assert.equal(await last(["MF:990001"], "2025-01-01"), "2024-02-01");
  assert.equal(await last(["NSE:NONE"], "2025-01-01"), null);
});

/** Returns CSV rows with a date from 2014 on and a close each; on some days the close repeats the one before. */
function longHistory(name: string, isRepeat: (day: number) => boolean): string[] {
  let close = 100 + name.charCodeAt(2);
  return Array.from({ length: 3_600 }, (_, day) => {
    if (!isRepeat(day)) close = Math.round(100 * close + 7 + day % 5) / 100;
    return `${new Date(Date.UTC(2014, 0, 1 + day)).toISOString().slice(0, 10)},${close}`;
  });
}

Deno.test("the last session found at the ends of long files is the one found in the whole files", async () => {
  const files = ["EXA", "EXB", "EXC", "EXD", "EXE"].map((name, i) => {
    const rows = longHistory(name, (day) => day % 50 === 7 || day >= 3_597 || (day === 3_590 && i > 0));
    if (name === "EXC") rows.splice(3_500);
    if (name === "EXD") rows.push(...rows.splice(0, 2_000));
    if (name === "EXE") rows.push(...rows.splice(1_000, 2_000));
    return { name, text: `Date,Close\n${rows.join("\n")}\n` };
  });
  await using plain = await temporaryFolder(
    Object.fromEntries(files.map(({ name, text }) => [`prices/US/${name}.csv`, text])),
  );
  await using packed = await temporaryFolder(
    Object.fromEntries(files.map(({ name, text }) => [`prices/US/${name}.csv.gz`, gzipSync(text)])),
  );
  const byEnds = filesProvider(plain.path), byAll = filesProvider(packed.path);
  for (const names of [["US:EXA"], ["US:EXB", "US:EXC"], ["US:EXC"], ["US:EXD"], ["US:EXE"]]) {
    const assets = names.map(assetId);
    for (
      const day of ["2024-12-31", "2023-11-06", "2023-11-01", "2023-10-23", "2023-08-01", "2019-05-05", "2013-01-01"]
    ) {
      const expected = await byAll.lastSession?.(assets, day, ticking());
      assert.equal(await byEnds.lastSession?.(assets, day, ticking()), expected, `${names} ${day}`);
    }
  }
  assert.equal(await byEnds.lastSession?.([assetId("US:EXA")], "2024-12-31", ticking()), "2023-11-06");
});

Deno.test("the last session of a file that is too large to be read as a whole is found", async () => {
  await using folder = await temporaryFolder({ "prices/US/EXA.csv": "Date,Close\n2014-01-01,1\n" });
  using file = await Deno.open(`${folder.path}/prices/US/EXA.csv`, { write: true });
  await file.truncate(600 * 1024 * 1024);
  await file.seek(0, Deno.SeekMode.End);
  await file.write(new TextEncoder().encode(`\n${longHistory("EXA", () => false).join("\n")}\n`));
  const provider = filesProvider(folder.path);
  assert.equal(await provider.lastSession?.([assetId("US:EXA")], "2024-12-31", ticking()), "2023-11-09");
});

Deno.test("a fund's history is the file of its scheme code, with weekends and with zero values omitted and reported", async () => {
  await using folder = await temporaryFolder({
    "nav/990001.csv": "date,nav\n2024-01-05,10\n2024-01-06,10\n2024-01-07,0.0\n2024-01-08,10.1\n",
  });
  const provider = filesProvider(folder.path);
  const history = await provider.prices?.(assetId("MF:990001"), ALWAYS, ticking());
  assert.deepEqual(history?.dates, ["2024-01-05", "2024-01-06", "2024-01-08"]);
  assert.deepEqual(history?.omitted, [{ date: "2024-01-07", reason: "unreadable" }]);
  const listings = await provider.listings?.("MF", ticking());
  assert.deepEqual([...listings?.items ?? []].map(({ asset, currency }) => [asset, currency]), [["MF:990001", "INR"]]);
});

Deno.test("a benchmark is the price index in the file of its id, and the benchmarks that have files are listed", async () => {
  await using folder = await temporaryFolder({
    "benchmarks/NIFTY50.csv": "Date,Close\n2024-01-01,100\n2024-01-02,null\n2024-01-03,101\n",
    "benchmarks/SP500.csv.gz": gzipSync("Date,Close\n2024-01-01,100\n"),
    "benchmarks/OTHER.csv": "Date,Close\n2024-01-01,100\n",
  });
  const provider = filesProvider(folder.path);
  assert.deepEqual(await provider.benchmarks?.(ticking()), ["NIFTY50", "SP500"]);
  const history = await provider.benchmark?.("NIFTY50", ALWAYS, ticking());
  assert.deepEqual([history?.returnType, history?.dates], ["price", ["2024-01-01", "2024-01-03"]]);
  await assert.rejects(
    async () => await provider.benchmark?.("SENSEX", ALWAYS, ticking()),
    (error) => error instanceof DomainError && error.code === "market_data_unavailable" && /SENSEX/.test(error.message),
  );
});

Deno.test("listings come from listing files in the folder or its subfolders, and from assets that have prices", async () => {
  await using folder = await temporaryFolder({
    "listings/nse/EQUITY_L.csv": LIST,
    "listings/ind_example50list.csv":
      "Company Name,Industry,Symbol,Series,ISIN Code\nExample A,Lamps,EXA,EQ,INE000X01011\n",
    "prices/NSE/all.csv": WIDE,
  });
  const listings = await filesProvider(folder.path).listings?.("IN", ticking());
  assert.deepEqual([...listings?.items ?? []].map(({ asset, name, sector }) => [asset, name, sector]), [
    ["NSE:EXA", "Example A Limited", "Lamps"],
    ["NSE:EXZ", "Example Z Limited", null],
    ["NSE:EXB", "EXB", null],
    ["NSE:EXC", "EXC", null],
  ]);
});

Deno.test("of two lists of funds the newer one counts", async () => {
  const header = "Scheme Code;ISIN Div Payout/ ISIN Growth;ISIN Div Reinvestment;Scheme Name;Net Asset Value;Date";
  await using folder = await temporaryFolder({
    "listings/NAVAll_1.txt": `${header}\n990001;-;-;New name;1;02-Jan-2025\n`,
    "listings/NAVAll_2.txt": `${header}\n990001;-;-;Old name;1;02-Jan-2024\n990002;-;-;Gone since;1;02-Jan-2024\n`,
  });
  const listings = await filesProvider(folder.path).listings?.("MF", ticking());
  assert.deepEqual([...listings?.items ?? []].map(({ name }) => name), ["New name", "Gone since"]);
});

Deno.test("a listing file without a row makes market data unavailable, with the file's name", async () => {
  await using folder = await temporaryFolder({
    "listings/EQUITY_L.csv": LIST.split("\n")[0],
    "prices/NSE/all.csv": WIDE,
  });
  await assert.rejects(
    async () => await filesProvider(folder.path).listings?.("IN", ticking()),
    (error) =>
      error instanceof DomainError && error.code === "market_data_unavailable" && /EQUITY_L\.csv/.test(error.message),
  );
});

Deno.test("the same listings are returned while no file changes, and new ones once a file does", async () => {
  await using folder = await temporaryFolder({ "listings/EQUITY_L.csv": LIST });
  const provider = filesProvider(folder.path);
  const context = ticking();
  const first = await provider.listings?.("IN", context);
  assert.equal(await provider.listings?.("IN", context), first);
  await folder.write("listings/EQUITY_L.csv", `${LIST}EXNEW,Example New Limited,EQ,06-OCT-2008,5,1,INE000X01045,5\n`);
  assert.equal((await provider.listings?.("IN", context))?.items.length, (first?.items.length ?? 0) + 1);
});

Deno.test("prices follow a file that is changed, added or removed", async () => {
  await using folder = await temporaryFolder({ "prices/NSE/EXA.csv": "Date,Close\n2024-01-01,1\n" });
  const provider = filesProvider(folder.path);
  const context = ticking();
  const closes = async (): Promise<
    number[]
  > => [...(await provider.prices?.(assetId("NSE:EXA"), ALWAYS, context))?.closes ?? []];
  assert.deepEqual(await closes(), [1]);
  await folder.write("prices/NSE/EXA.csv", "Date,Close\n2024-01-01,1\n2024-01-02,2\n");
  assert.deepEqual(await closes(), [1, 2]);
  await folder.write("prices/NSE/EXA_2.csv", "date,EXA\n2024-01-03,3\n");
  assert.deepEqual(await closes(), [1, 2, 3]);
  await Deno.remove(`${folder.path}/prices/NSE/EXA.csv`);
  assert.deepEqual(await closes(), [3]);
});

Deno.test("an asset without a file has no prices, and one of an unknown exchange is refused", async () => {
  await using folder = await temporaryFolder({ "prices/NSE/all.csv": WIDE });
  const provider = filesProvider(folder.path);
  for (const asset of ["NSE:NONE", "MF:1", "MF:../../secret", "BSE:1"]) {
    assert.equal((await provider.prices?.(assetId(asset), ALWAYS, ticking()))?.dates.length, 0, asset);
  }
  await assert.rejects(async () => await provider.prices?.(assetId("LSE:A"), ALWAYS, ticking()), /LSE:A/);
});

Deno.test("a price file in an unknown layout is ignored, and the others are used", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": WIDE,
    "prices/NSE/README.csv": "nothing, of the kind\n",
    "prices/NSE/notes.txt": "date,EXQ\n2024-01-01,1\n",
    "prices/NSE/empty.csv": "",
  });
  const listings = await filesProvider(folder.path).listings?.("IN", ticking());
  assert.deepEqual([...listings?.items ?? []].map(({ symbol }) => symbol), ["EXA", "EXB", "EXC"]);
});

Deno.test("links that lead out of the folder give no prices, fund values, benchmarks or listings", async () => {
  await using outside = await temporaryFolder({
    "all.csv": WIDE,
    "990001.csv": "date,nav\n2024-01-01,1\n",
    "EQUITY_L.csv": LIST,
  });
  await using folder = await temporaryFolder({ "prices/NSE/own.csv": "date,EXOWN\n2024-01-01,1\n", "nav/.keep": "" });
  const link = async (name: string, path: string): Promise<void> => {
    await Deno.mkdir(`${folder.path}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.symlink(`${outside.path}/${name}`, `${folder.path}/${path}`);
  };
  await link("all.csv", "prices/NSE/all.csv");
  await link("", "prices/US");
  await link("990001.csv", "nav/990001.csv");
  await link("990001.csv", "benchmarks/NIFTY50.csv");
  await link("EQUITY_L.csv", "listings/EQUITY_L.csv");
  const provider = filesProvider(folder.path);
  const listed = await Promise.all(
    (["IN", "US", "MF"] as const).map((market) => provider.listings?.(market, ticking())),
  );
  assert.deepEqual(listed.flatMap((list) => [...list?.items ?? []].map(({ asset }) => asset)), ["NSE:EXOWN"]);
  assert.deepEqual(await provider.benchmarks?.(ticking()), []);
  for (const asset of ["NSE:EXA", "US:EXA.NS", "MF:990001"]) {
    assert.equal((await provider.prices?.(assetId(asset), ALWAYS, ticking()))?.dates.length, 0, asset);
  }
});

Deno.test("a price file that cannot be read leaves only its own assets without prices, and is told once", async () => {
  const good = "Date,Close\n2024-01-01,1\n2024-01-02,1.1\n2024-01-03,1.2\n";
  const broken = new Uint8Array(64);
  // A mebibyte of rows, so that the first lines are whole and the columns known.
  const late = `Date,Close\n${"2024-01-01,1\n".repeat(90_000)}\0\n`;
  await using folder = await temporaryFolder({
    "prices/NSE/EXA.csv": good,
    "prices/NSE/EXB.csv": broken,
    "prices/NSE/EXC.csv": late,
    "prices/NSE/EXD.csv.gz": new TextEncoder().encode("no gzip"),
  });
  const told: string[] = [];
  const provider = filesProvider(folder.path, { onUnreadable: (sentence) => void told.push(sentence) });
  const context = ticking();
  for (let again = 0; again < 2; again++) {
    const history = await provider.prices?.(assetId("NSE:EXA"), ALWAYS, context);
    assert.deepEqual([...history?.closes ?? []], [1, 1.1, 1.2]);
    assert.equal(await provider.lastSession?.([assetId("NSE:EXA")], "2024-12-31", context), "2024-01-03");
    for (const symbol of ["EXB", "EXC", "EXD"]) {
      await assert.rejects(
        provider.prices?.(assetId(`NSE:${symbol}`), ALWAYS, context) ?? Promise.resolve(),
        (error) => error instanceof DomainError && error.message.startsWith(`Cannot read "prices/NSE/${symbol}.csv`),
      );
    }
  }
  assert.deepEqual(told.map((sentence) => sentence.match(/EX[A-Z]/)?.[0]).sort(), ["EXB", "EXC", "EXD"]);
  assert.deepEqual([...await provider.unreadableFiles?.(context) ?? []].sort(), [...told].sort());
  const listings = await provider.listings?.("IN", context);
  assert.deepEqual([...listings?.items ?? []].map(({ asset }) => asset), ["NSE:EXA", "NSE:EXC"]);
});

Deno.test("a price file that could not be read is served once it is whole", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/EXA.csv": "Date,Close\n2024-01-01,1\n2024-01-02,1.1\n",
    "prices/NSE/EXB.csv": new Uint8Array(64),
  });
  const provider = filesProvider(folder.path), context = ticking();
  assert.equal((await provider.unreadableFiles?.(context))?.length, 1);
  await Deno.writeTextFile(`${folder.path}/prices/NSE/EXB.csv`, "Date,Close\n2024-01-01,5\n2024-01-02,6\n");
  const history = await provider.prices?.(assetId("NSE:EXB"), ALWAYS, context);
  assert.deepEqual([...history?.closes ?? []], [5, 6]);
  assert.deepEqual(await provider.unreadableFiles?.(context), []);
});

/** Test helper. A fetch context whose clock stands still, so that a folder that was listed is not listed again. */
const STANDING: FetchContext = { signal: new AbortController().signal, now: () => "2025-01-01T00:00:00.000Z" };

/** Test helper. Puts a whole file in the place of another, as a program does that writes beside it and renames. */
async function replace(folder: { readonly path: string }, path: string, text: string): Promise<void> {
  await Deno.writeTextFile(`${folder.path}/beside.tmp`, text);
  await Deno.rename(`${folder.path}/beside.tmp`, `${folder.path}/${path}`);
}

Deno.test("a file whose columns were exchanged since the folder was listed gives each asset its own prices", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": "date,EXA,EXB\n2024-01-01,1,50\n2024-01-02,2,51\n",
  });
  const provider = filesProvider(folder.path);
  await provider.listings?.("IN", STANDING);
  await replace(folder, "prices/NSE/all.csv", "date,EXB,EXA\n2024-01-01,60,3\n2024-01-02,61,4\n");
  const history = await provider.prices?.(assetId("NSE:EXA"), ALWAYS, STANDING);
  assert.deepEqual([...history?.closes ?? []], [3, 4]);
});

Deno.test("a file that has lost an asset since the folder was listed is refused by name for it", async () => {
  await using folder = await temporaryFolder({
    "prices/NSE/all.csv": "date,EXA,EXB\n2024-01-01,1,50\n2024-01-02,2,51\n",
  });
  const provider = filesProvider(folder.path);
  await provider.listings?.("IN", STANDING);
  await replace(folder, "prices/NSE/all.csv", "date,EXB\n2024-01-01,60\n2024-01-02,61\n");
  await assert.rejects(
    async () => await provider.prices?.(assetId("NSE:EXA"), ALWAYS, STANDING),
    /"prices\/NSE\/all\.csv".* it no longer has a column "EXA"; try again once it is written/,
  );
});

Deno.test("the older and the newer prices of an asset in two files are not mixed while they are replaced", async () => {
  const part = (year: number, level: number): string =>
    `date,EXA\n${year}-01-02,${level}\n${year}-01-03,${level + 1}\n`;
  await using folder = await temporaryFolder({
    "prices/NSE/2023.csv": part(2023, 100),
    "prices/NSE/2024.csv": part(2024, 110),
  });
  const provider = filesProvider(folder.path), context = ticking();
  await provider.prices?.(assetId("NSE:EXA"), ALWAYS, STANDING);
  await replace(folder, "prices/NSE/2024.csv", `${part(2024, 11)}2024-01-04,13\n`);
  await assert.rejects(
    async () => await provider.prices?.(assetId("NSE:EXA"), ALWAYS, STANDING),
    /"prices\/NSE\/2024\.csv".* it changed while the files beside it were read/,
  );
  await replace(folder, "prices/NSE/2023.csv", part(2023, 10));
  const history = await provider.prices?.(assetId("NSE:EXA"), ALWAYS, context);
  assert.deepEqual([...history?.closes ?? []], [10, 11, 11, 12, 13]);
});

Deno.test("a file in whose later rows a second asset begins leaves the assets of the others with prices", async () => {
  const days = Array.from({ length: 28 }, (_, i) => `2024-01-${String(i + 1).padStart(2, "0")}`);
  const rows = days.map((day, i) => `${day},${i < 20 ? "EXB" : "EXC"},${10 + i}`).join("\n");
  await using folder = await temporaryFolder({
    "prices/NSE/EXA.csv": "Date,Close\n2024-01-01,1\n2024-01-02,1.1\n",
    "prices/NSE/EXB.csv": `Date,Symbol,Close\n${rows}\n`,
  });
  const provider = filesProvider(folder.path);
  const history = await provider.prices?.(assetId("NSE:EXA"), ALWAYS, ticking());
  assert.deepEqual([...history?.closes ?? []], [1, 1.1]);
  await assert.rejects(
    async () => await provider.prices?.(assetId("NSE:EXB"), ALWAYS, ticking()),
    /"prices\/NSE\/EXB\.csv".* it has rows of "EXB" and of "EXC"; a file for each symbol is needed/,
  );
});
