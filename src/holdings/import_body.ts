import { z } from "zod";

/** Bytes of the largest workbook, once its base64 is decoded. */
export const MOST_FILE_BYTES = 5 * 1024 * 1024;

/** Bytes of the largest body: the base64 of such a workbook, broken into lines, and what stands around it. */
export const MOST_IMPORT_BYTES = 7 * 1024 * 1024;

/** The body of an import. */
export const importBody = z.strictObject({
  content_base64: z.string().meta({
    description: "Base64 of a workbook (.xlsx) of at most 5 MiB, as Zerodha Console or Groww exports it",
  }),
}).meta({ id: "HoldingsImportRequest" });
