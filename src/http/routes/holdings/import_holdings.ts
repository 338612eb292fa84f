import { FaultList } from "../../../faults/fault_list.ts";
import { parseBySchema } from "../../../faults/parse_by_schema.ts";
import { importBody, MOST_IMPORT_BYTES } from "../../../holdings/import_body.ts";
import { UnreadBody } from "../../../request/unread_body.ts";
import { documentedAs } from "../../documented_as.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { holdingsBody, presentHoldings } from "./holdings_body.ts";

/** Endpoint that reads a portfolio from a brokerage's statement (a workbook or a CSV file). The file is not stored. */
export const importHoldings = defineEndpoint({
  method: "POST",
  path: "/holdings/import",
  credential: "session",
  rateLimit: "submission",
  summary: "Read a portfolio from a statement of a brokerage",
  description:
    "Takes the holdings of Zerodha Console and the statements of stocks and of mutual funds of Groww, as .xlsx or CSV, " +
    "and the CSV files of Zerodha Kite and ICICI Direct. A column whose header is missing or wrong is found by its cells, " +
    "where exactly one reading fits; `read_as` says how each column was known. Lines whose asset is found on a market " +
    "are in `stocks` and `funds`, all other lines in `unresolved`. The file is not stored.",
  body: documentedAs(importBody, "input"),
  maxBytes: MOST_IMPORT_BYTES,
  leavesLargeBodyUnread: true,
  responses: {
    200: { description: "The portfolio in the statement", body: holdingsBody },
    400: problem("HOLDINGS_FILE_UNREADABLE"),
    503: problem("market_data_unavailable"),
  },
}, async ({ account, body, signal }, { holdingsImports }) => {
  const bytes = body instanceof UnreadBody ? body.bytes : bytesOf(body);
  return { status: 200, body: presentHoldings(await holdingsImports.import(account.id, bytes, signal)) };
});

/**
 * Returns the request body of a holdings import, which was short enough to be parsed already, as JSON bytes for the
 * workbook parser. Throws `validation_failed` with the faults of the body before the parser is started.
 */
function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  const faults = new FaultList();
  const sent = parseBySchema(importBody, body, faults);
  faults.throwIfAny();
  return new TextEncoder().encode(JSON.stringify(sent));
}
