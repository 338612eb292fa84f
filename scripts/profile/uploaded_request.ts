import { z } from "zod";
import type { UploadKind } from "../../src/domain/upload.ts";
import { csvOf } from "../../src/reports/csv.ts";

/** A request whose history is too large for its body, in two parts. */
export interface UploadedRequest {
  readonly kind: UploadKind;
  /** File of the history, as CSV. */
  readonly file: string;
  /** Returns the request that names the upload of the file. */
  body(uploadId: string): string;
}

const history = z.object({ dates: z.array(z.string()), series: z.record(z.string(), z.array(z.number().nullable())) });

const scenarios = z.object({
  assets: z.array(z.string()),
  matrix: z.array(z.array(z.number())).optional(),
  base64: z.string().optional(),
  probabilities: z.array(z.number()).optional(),
});

const request = z.looseObject({
  prices: history.optional(),
  returns: history.optional(),
  scenarios: scenarios.optional(),
});

/**
 * Takes the history out of a request, so that it can be sent as an upload. Returns null for a request that has none, or
 * that the service refuses anyway.
 */
export function uploadedRequest(body: string): UploadedRequest | null {
  const { data } = request.safeParse(JSON.parse(body));
  if (data === undefined) return null;
  const { prices, returns, scenarios, ...rest } = data;
  if (scenarios !== undefined) {
    const { probabilities } = scenarios, beside = probabilities === undefined ? {} : { probabilities };
    return uploaded("scenarios", csvOf([scenarios.assets, ...rowsOf(scenarios)]), rest, beside);
  }
  if (prices !== undefined) return uploaded("prices", csvOfHistory(prices), rest);
  return returns === undefined ? null : uploaded("returns", csvOfHistory(returns), rest);
}

function uploaded(kind: UploadKind, file: string, rest: object, beside: object = {}): UploadedRequest {
  return { kind, file, body: (upload) => JSON.stringify({ ...rest, [kind]: { upload, ...beside } }) };
}

function csvOfHistory({ dates, series }: z.output<typeof history>): string {
  const columns = Object.values(series);
  const rows = dates.map((date, row) => [date, ...columns.map((column) => column[row] ?? null)]);
  return csvOf([["Date", ...Object.keys(series)], ...rows]);
}

function rowsOf({ assets, matrix, base64 = "" }: z.output<typeof scenarios>): number[][] {
  if (matrix !== undefined) return matrix;
  const { buffer } = Uint8Array.fromBase64(base64), values = new DataView(buffer);
  const rows = Math.floor(buffer.byteLength / (8 * assets.length));
  return Array.from(
    { length: rows },
    (_, row) => assets.map((_, column) => values.getFloat64(8 * (row * assets.length + column), true)),
  );
}
