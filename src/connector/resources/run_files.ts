import { z } from "zod";
import { DomainError } from "../../domain/errors.ts";
import { FILE_NOTE } from "../text_of_account.ts";
import type { ResourceKind } from "./resource.ts";

const files = z.object({ items: z.array(z.object({ name: z.string() })) });

/** Largest file, in bytes, that a resource holds: more is a download for a person. */
const MOST_BYTES = 4 * 1_024 ** 2;
/** Largest text, in bytes, which is under 25,000 tokens for an assistant. */
const MOST_TEXT_BYTES = 80_000;

/** Charts as SVG, tables and reports of runs, simulations and backtests. */
export const runFiles: ResourceKind = {
  template: "portfolio://runs/{run_id}/files/{+name}",
  name: "file",
  title: "A chart (SVG), a table or a report of a run",
  mimeType: "image/svg+xml",
  scope: "jobs:read",
  form: /^portfolio:\/\/runs\/(?<run_id>[a-z]{2,4}_[0-9A-Z]{26})\/files\/(?<name>[\w./-]{1,120})$/,
  list: () => Promise.resolve([]),
  async read({ run_id = "", name = "" }, { api, signal }) {
    // Only what the list of files shows is read: some documents are for the service alone.
    const { items } = files.parse(await api.ask("list_files", { parameters: { run_id } }, signal));
    const names = items.map((file) => file.name);
    if (!names.includes(name)) {
      throw new DomainError(
        "not_found",
        `Cannot find the file "${name}" of "${run_id}": it has ${names.join(", ") || "none"}`,
      );
    }
    const { mediaType, bytes } = await api.file(run_id, name, (type) => isText(type) ? MOST_TEXT_BYTES : MOST_BYTES);
    return isText(mediaType)
      ? { mimeType: mediaType, text: new TextDecoder().decode(bytes), note: FILE_NOTE }
      : { mimeType: mediaType, blob: base64Of(bytes) };
  },
};

function isText(mediaType: string): boolean {
  return mediaType.startsWith("text/") || mediaType.startsWith("image/svg") || mediaType.startsWith("application/json");
}

/** Returns bytes as base64. The runtime of the hosted platform has no `toBase64` of its own. */
function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += PART) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(from, from + PART))));
  }
  return parts.join("");
}

/** Bytes that are turned into base64 at once: a multiple of three, so that no padding stands between. */
const PART = 3 * 8_192;
