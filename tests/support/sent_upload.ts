import { dateDay, float64, tableFromArrays, tableToIPC, utf8 } from "@uwdata/flechette";
import type { Browser, Reply } from "./browser.ts";
import type { RunningService } from "./running_service.ts";

/** What a body of POST /jobs has as `prices`: the dates, and for each asset its price on each date. */
export interface SentPrices {
  readonly dates: readonly string[];
  readonly series: Readonly<Record<string, readonly (number | null)[]>>;
}

/** Test helper. Returns a history as text of comma-separated values. */
export function csvOf({ dates, series }: SentPrices): string {
  const names = Object.keys(series);
  const rows = dates.map((date, row) => [date, ...names.map((name) => series[name][row] ?? "")].join(","));
  return [["date", ...names].join(","), ...rows, ""].join("\n");
}

/** Test helper. Returns a history in the file or the stream format of Apache Arrow. */
export function arrowOf({ dates, series }: SentPrices, format: "file" | "stream" = "file"): Uint8Array<ArrayBuffer> {
  const columns = { day: dates.map((date) => new Date(date)), ...series };
  const numbers = Object.keys(series).map((name) => [name, float64()] as const);
  return arrowTable(columns, { day: dateDay(), ...Object.fromEntries(numbers) }, format);
}

/** Scenarios as the body of a run has them. */
export interface SentScenarios {
  readonly assets: readonly string[];
  readonly matrix: readonly (readonly (number | null)[])[];
}

/** Test helper. Returns scenarios as text of comma-separated values. */
export function csvOfScenarios({ assets, matrix }: SentScenarios): string {
  return [assets, ...matrix].map((cells) => `${cells.join(",")}\n`).join("");
}

/** Test helper. Returns scenarios in the file or the stream format of Apache Arrow. */
export function arrowOfScenarios(
  { assets, matrix }: SentScenarios,
  format: "file" | "stream" = "file",
): Uint8Array<ArrayBuffer> {
  const columns = assets.map((name, column) => [name, matrix.map((row) => row[column])] as const);
  const types = Object.fromEntries(assets.map((name) => [name, float64()]));
  return arrowTable(Object.fromEntries(columns), types, format);
}

/** Test helper. Returns an Arrow file with a column of days, one of numbers and one of text. */
export function arrowWithText(): Uint8Array<ArrayBuffer> {
  const columns = { day: [new Date("2024-01-01")], ALFA: [1], sector: ["steel"] };
  return arrowTable(columns, { day: dateDay(), ALFA: float64(), sector: utf8() });
}

/** Test helper. Returns columns of the given types as an Arrow file or stream. */
export function arrowTable(
  columns: Readonly<Record<string, readonly unknown[]>>,
  types: NonNullable<NonNullable<Parameters<typeof tableFromArrays>[1]>["types"]>,
  format: "file" | "stream" = "file",
): Uint8Array<ArrayBuffer> {
  const table = tableFromArrays(
    Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, [...values]])),
    { types },
  );
  const bytes = tableToIPC(table, { format });
  if (bytes === null) throw new Error("Cannot write the table");
  return Uint8Array.from(bytes);
}

/** Test helper. Makes an upload and returns its id and the path of its link. */
export async function madeUpload(
  person: Browser,
  body: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: string; readonly path: string }> {
  const { status, body: made } = await person.send("POST", "/uploads", { body: { kind: "prices", ...body } });
  if (status !== 201) throw new Error(`Cannot make an upload: ${JSON.stringify(made)}`);
  return { id: made.upload_id, path: new URL(made.url).pathname };
}

/** Test helper. Sends a file to the link of an upload. */
export async function putFile(
  service: RunningService,
  path: string,
  body: BodyInit,
): Promise<Pick<Reply, "status" | "body">> {
  const response = await service.fetch(path, { method: "PUT", body });
  return { status: response.status, body: await response.json() };
}

/** Test helper. Makes an upload, sends its file and returns its id. */
export async function sentUpload(
  service: RunningService,
  person: Browser,
  { file, ...body }: Readonly<Record<string, unknown>> & { readonly file: BodyInit },
): Promise<string> {
  const { id, path } = await madeUpload(person, body);
  const { status, body: answer } = await putFile(service, path, file);
  if (status !== 200) throw new Error(`Cannot send the file: ${JSON.stringify(answer)}`);
  return id;
}

/**
 * Test helper. Sends a request as text over a TLS connection of its own, and returns the answer. With `isCut` the
 * connection is closed after the text, and the answer is empty.
 */
export async function rawRequest(
  { url, certificate }: RunningService,
  text: string,
  { isCut = false }: { readonly isCut?: boolean } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connectTls({ hostname, port: Number(port), caCerts: [certificate] });
  try {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    if (isCut) return "";
    const answer = new Uint8Array(64 * 1024);
    return new TextDecoder().decode(answer.subarray(0, await connection.read(answer) ?? 0));
  } finally {
    connection.close();
  }
}
