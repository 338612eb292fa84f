import { z } from "zod";

/** Largest file that can be imported, in bytes after base64 decoding. */
export const MOST_FILE_BYTES = 5 * 1024 * 1024;

/**
 * Largest request body of a holdings import, in bytes: room for the base64 of the largest file, its line breaks and
 * the JSON around it.
 */
export const MOST_IMPORT_BYTES = 7 * 1024 * 1024;

/** Schema of the request body that imports holdings. */
export const importBody = z.strictObject({
  content_base64: z.string().meta({
    description:
      "Base64 of a workbook (.xlsx) or a CSV file of at most 5 MiB, as Zerodha, Groww or ICICI Direct exports it",
  }),
}).meta({ id: "HoldingsImportRequest" });
