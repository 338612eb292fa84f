import assert from "node:assert/strict";
import { archiveFile } from "../../../../tests/support/workbook_file.ts";
import { readHistoryFile } from "./read_history_file.ts";
import type { ReadHistory } from "./reading.ts";

const LIMITS = { assets: 5000, rows: 10_000 };

function fileOf(text: string | BlobPart[], name = "prices.csv"): File {
  return new File(typeof text === "string" ? [text] : text, name);
}

async function read(file: File, kind: "prices" | "returns" = "prices"): Promise<ReadHistory> {
  const answer = await readHistoryFile({ file, kind, limits: LIMITS }, () => undefined);
  assert.ok(answer.kind === "read", JSON.stringify(answer));
  return answer.history;
}

async function jsonOf({ sent }: ReadHistory): Promise<string> {
  assert.ok(sent.as === "json");
  return await sent.json.text();
}

async function refusal(file: File): Promise<string> {
  const answer = await readHistoryFile({ file, kind: "prices", limits: LIMITS }, () => undefined);
  assert.ok(answer.kind === "refused", JSON.stringify(answer));
  return answer.faults.join("\n");
}

/** Returns days of the calendar from 2 January 2020 on, weekends left out. */
function sessions(count: number): readonly Date[] {
  const days: Date[] = [];
  for (let at = Date.UTC(2020, 0, 2); days.length < count; at += 86_400_000) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0) days.push(day);
  }
  return days;
}

Deno.test("a European file is read as the service reads it: semicolons, decimal commas, a byte order mark, days as text", async () => {
  const lines = sessions(60).map((day, row) => {
    const [year, month, date] = day.toISOString().slice(0, 10).split("-");
    return `${date}.${month}.${year};${(100 + row % 7).toFixed(2).replace(".", ",")};1.000,50`;
  });
  const history = await read(fileOf(`\ufeffDatum;A;<img onerror=alert(1)>\r\n${lines.join("\r\n")}\r\n`));
  assert.deepEqual(history.series.map(({ name }) => name), ["A", "<img onerror=alert(1)>"]);
  assert.equal(history.days, 60);
  assert.equal(history.firstDay, "2020-01-02");
  const { dates, series } = JSON.parse(await jsonOf(history));
  assert.equal(dates.length, 60);
  assert.deepEqual(series.A.slice(0, 3), [100, 101, 102]);
  assert.equal(series["<img onerror=alert(1)>"][0], 1000.5);
  assert.ok(history.doubts.some(({ code }) => code === "never_changes"));
});

Deno.test("a file with an asset twice is refused, in place of losing one of its columns", async () => {
  const lines = sessions(60).map((day, row) =>
    `${day.toISOString().slice(0, 10)},${100 + row},${200 - row},${50 + row % 5}`
  );
  const told = await refusal(fileOf(`Date,AAA,AAA,CCC\n${lines.join("\n")}\n`));
  assert.equal(told, 'Cannot take asset "AAA" twice (line 1, column 3): give one of its columns another name');
});

Deno.test("a file is shown with its gaps and its jumps, and with the doubts that a run would have", async () => {
  const lines = sessions(80).map((day, row) => {
    const split = row < 40 ? 1 : 0.2;
    return `${day.toISOString().slice(0, 10)},${(100 + row % 5) * split},${row === 10 ? "" : 50 + row % 3}`;
  });
  const history = await read(fileOf(`date,SPLIT,GAP\n${lines.join("\n")}\n`));
  const [split, gap] = history.series;
  assert.ok(split?.largestMove !== null && split?.largestMove.size !== undefined && split.largestMove.size < -0.7);
  assert.deepEqual([gap?.missing, gap?.gaps], [1, 1]);
  const codes = history.doubts.map(({ code }) => code);
  assert.ok(codes.includes("price_jump"), codes.join());
  assert.ok(codes.includes("values_filled"), codes.join());
});

Deno.test("a large file is read also where there is no memory that threads share, as in a browser", async () => {
  const lines = sessions(700).map((day, row) => `${day.toISOString().slice(0, 10)}${`,${100 + row % 7}`.repeat(60)}`);
  const file = fileOf(`date,${Array.from({ length: 60 }, (_, at) => `A${at}`).join()}\n${lines.join("\n")}\n`);
  const shared = globalThis.SharedArrayBuffer;
  Reflect.deleteProperty(globalThis, "SharedArrayBuffer");
  try {
    assert.equal((await read(file)).days, 700);
  } finally {
    Object.defineProperty(globalThis, "SharedArrayBuffer", { value: shared, configurable: true, writable: true });
  }
});

Deno.test("a file that cannot be taken is refused with a sentence: no rows, no days, too many rows, no text", async () => {
  assert.match(await refusal(fileOf("")), /\S/);
  assert.match(await refusal(fileOf("date,A\n")), /\S/);
  assert.match(await refusal(fileOf("name,colour\nred,blue\n")), /a column of days/);
  const day = new Date(0);
  let text = "date,A\n";
  for (let row = 0; row < 30_000; row++) {
    text += `${day.toISOString().slice(0, 10)},${100 + row % 9}\n`;
    day.setUTCDate(day.getUTCDate() + 1);
  }
  assert.match(await refusal(fileOf(text)), /more than 10000 rows/);
  await assert.rejects(read(fileOf([new Uint8Array([0, 1, 2, 0x81, 0xff, 0xfe, 0])])), /\S/);
  const noWorkbook = archiveFile([{ name: "a.txt", content: "no workbook" }]);
  await assert.rejects(read(fileOf([noWorkbook], "prices.xlsx")), { name: "UnreadableTable", message: /save it as/ });
});
