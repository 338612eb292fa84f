import { createHash } from "node:crypto";
import { z } from "zod";
import type { Asked, ConnectorApi } from "../../src/connector/connector_api.ts";
import { DomainError } from "../../src/domain/errors.ts";
import type { HistoryTable } from "../../src/request/parts/history.ts";
import { UsageError } from "../optimize/arguments.ts";
import { readTableFile } from "../optimize/table_file.ts";
import type { OfferedFolder } from "../studio/offered_folder.ts";

const KINDS = ["prices", "returns"] as const;
const named = z.strictObject({ file: z.string().min(1).max(255) });

/**
 * Returns the API of a connector whose requests may name a table of a folder in place of prices or returns. The file is
 * read as `deno task optimize` reads it. A run has no page.
 */
export function apiWithFiles(api: ConnectorApi, folder: OfferedFolder): ConnectorApi {
  return {
    ...api,
    pageOf: () => null,
    ask: async (operation, asked, signal) => await api.ask(operation, await withFiles(asked, folder, signal), signal),
  };
}

async function withFiles(asked: Asked, folder: OfferedFolder, signal: AbortSignal): Promise<Asked> {
  if (typeof asked.body !== "object" || asked.body === null) return asked;
  const body: Record<string, unknown> = { ...asked.body };
  for (const kind of KINDS) {
    const sent = named.safeParse(body[kind]);
    if (sent.success) body[kind] = await historyIn(folder, sent.data.file, { kind, signal });
  }
  if (asked.idempotencyKey === undefined) return { ...asked, body };
  // A submission is the same only if the files have the same content.
  const digest = createHash("sha256").update(JSON.stringify([asked.idempotencyKey, body])).digest("hex");
  return { ...asked, body, idempotencyKey: `connector-${digest}` };
}

async function historyIn(
  folder: OfferedFolder,
  name: string,
  options: { readonly kind: typeof KINDS[number]; readonly signal: AbortSignal },
): Promise<unknown> {
  const pointer = `/${options.kind}/file`;
  const names = (await folder.files()).map((file) => file.name);
  if (!names.includes(name)) {
    throw fault(pointer, `Cannot find the table "${name}": the folder has ${names.join(", ") || "none"}`);
  }
  try {
    const { table, faults } = await readTableFile(`${folder.path}/${name}`, options);
    if (faults.length === 0) return columnsOf(table);
    throw new DomainError("validation_failed", `Cannot read "${name}": it has ${faults.length} faults`, { faults });
  } catch (error) {
    throw error instanceof UsageError ? fault(pointer, error.message) : error;
  }
}

function fault(pointer: string, detail: string): DomainError {
  return new DomainError("validation_failed", detail, { faults: [{ pointer, detail }] });
}

/** Returns a table as the request has it: dates, and a series for each asset with null where a value is missing. */
function columnsOf({ dates, assets, values }: HistoryTable): unknown {
  const series = assets.map((asset, column) => [
    asset,
    dates.map((_, row) => {
      const value = values.data[row * assets.length + column];
      return value === undefined || Number.isNaN(value) ? null : value;
    }),
  ]);
  return { dates, series: Object.fromEntries(series) };
}
