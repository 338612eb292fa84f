import { answered, api, ownPath } from "../../../api.ts";
import { Refusal, refusalAt, unreachable, unreadableFile } from "../../../refusal.ts";
import { patiently } from "../../../session/send.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ReadHistory } from "./reading.ts";

/** Bytes of a history above which the checks while one types are made without its prices. */
const CHECKED_UP_TO_BYTES = 1_000_000;
const TYPE = "application/json";

/**
 * Returns the body of a request with the history of a file within it; a large one is named by the id of its upload.
 * Throws a `RangeError` where a large history was not uploaded.
 */
export function bodyWithHistory(request: JsonObject, history: ReadHistory | null, upload: string | null): Blob {
  if (history === null) return new Blob([JSON.stringify(request)], { type: TYPE });
  const { sent, kind } = history;
  if (sent.as === "json") return joined(request, kind, sent.json);
  if (upload === null) throw new RangeError(`Cannot send "${history.name}" without an upload`);
  return joined(request, kind, JSON.stringify({ upload }));
}

function joined(request: JsonObject, kind: string, history: Blob | string): Blob {
  const text = JSON.stringify(request), begin = text === "{}" ? "{" : `${text.slice(0, -1)},`;
  return new Blob([begin, JSON.stringify(kind), ":", history, "}"], { type: TYPE });
}

/** Returns the body of a check: with the history where it is small, and with the names of its assets otherwise. */
export function bodyOfCheck(request: JsonObject, history: ReadHistory | null): Blob {
  if (history === null) return new Blob([JSON.stringify(request)], { type: TYPE });
  const { sent, kind, series } = history;
  if (sent.as === "json" && sent.json.size <= CHECKED_UP_TO_BYTES) return joined(request, kind, sent.json);
  // What a check takes only beside prices is left out with them.
  const { constraints = {}, starting_portfolio: held } = request;
  const start: Record<string, Json> = held === undefined ? {} : { starting_portfolio: held };
  const assets = series.map(({ name }) => name);
  return new Blob([JSON.stringify({ market: "CUSTOM", assets, constraints, ...start })], { type: TYPE });
}

/** Returns the request as the page shows it: a history of a file is told, not listed. */
export function shownRequest(request: JsonObject, history: ReadHistory | null): JsonObject {
  if (history === null) return request;
  return {
    ...request,
    [history.kind]: `… ${history.days} days of ${history.series.length} assets of ${history.name} …`,
  };
}

/** Returns the request with all that the history of a file has, for copying; a large one is to be uploaded before. */
export async function wholeRequest(request: JsonObject, history: ReadHistory | null): Promise<JsonObject> {
  if (history === null) return request;
  const { sent, kind } = history;
  return { ...request, [kind]: sent.as === "json" ? JSON.parse(await sent.json.text()) : { upload: "upl_…" } };
}

/**
 * Uploads the history of a file and returns the id of the upload; null for a history that stands within the request.
 * Throws a `Refusal` where the service refuses it.
 */
export async function uploadOf(history: ReadHistory): Promise<string | null> {
  if (history.sent.as === "json") return null;
  const { csv } = history.sent, pointer = `/${history.kind}`;
  const body = { kind: history.kind, format: "csv", bytes: csv.size, name: history.name.slice(0, 100) } as const;
  const { upload_id, url } = await answered(api.POST("/uploads", { body }));
  const init = { method: "PUT", credentials: "omit", headers: { "content-type": "text/csv" }, body: csv } as const;
  const response = await patiently(() =>
    fetch(ownPath(url), init).catch(async () => {
      // The browser has one error for both: a file that has changed on its disk is no fault of the network.
      throw await isReadable(csv) ? unreachable() : unreadableFile(history.name, pointer);
    })
  );
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, answer);
  if (answer.status === "refused") {
    throw refusalAt(pointer, { status: 422, code: "upload_refused", detail: answer.detail });
  }
  return upload_id;
}

async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    // Whatever the browser's reason, the file cannot be sent.
    return false;
  }
}
