import { answered, api, ownPath } from "../../../api.ts";
import { Refusal, unreachable } from "../../../refusal.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ReadHistory } from "./reading.ts";

/** Bytes of a history above which the checks while one types are made without its prices. */
const CHECKED_UP_TO_BYTES = 1_000_000;

/** Returns the body of a request with the history of a file within it. */
export function bodyWithHistory(request: JsonObject, history: ReadHistory | null): Blob {
  const type = "application/json", text = JSON.stringify(request);
  if (history === null) return new Blob([text], { type });
  const begin = text === "{}" ? "{" : `${text.slice(0, -1)},`;
  return new Blob([begin, JSON.stringify(history.kind), ":", history.json, "}"], { type });
}

/** Returns the body of a check: with the history where it is small, and with the names of its assets otherwise. */
export function bodyOfCheck(request: JsonObject, history: ReadHistory | null): Blob {
  if (history === null || history.json.size <= CHECKED_UP_TO_BYTES) return bodyWithHistory(request, history);
  const names = history.series.map(({ name }) => name);
  // What a check takes only beside prices is left out with them.
  const { constraints = {}, starting_portfolio: held } = request;
  const start: Record<string, Json> = held === undefined ? {} : { starting_portfolio: held };
  return new Blob([JSON.stringify({ market: "CUSTOM", assets: names, constraints, ...start })], {
    type: "application/json",
  });
}

/** Returns the request as the page shows it: a history of a file is told, not listed. */
export function shownRequest(request: JsonObject, history: ReadHistory | null): JsonObject {
  if (history === null) return request;
  return {
    ...request,
    [history.kind]: `… ${history.days} days of ${history.series.length} assets of ${history.name} …`,
  };
}

/** Returns the request with all that the history of a file has, for copying. */
export async function wholeRequest(request: JsonObject, history: ReadHistory | null): Promise<JsonObject> {
  return history === null ? request : { ...request, [history.kind]: JSON.parse(await history.json.text()) };
}

/**
 * Uploads the history of a file that is too large for a request. Returns the request that names the upload. Throws a
 * `Refusal` where the service refuses the file.
 */
export async function uploadedHistory(request: JsonObject, history: ReadHistory, csv: Blob): Promise<JsonObject> {
  const body = { kind: history.kind, format: "csv", bytes: csv.size, name: history.name.slice(0, 100) } as const;
  const { upload_id, url } = await answered(api.POST("/uploads", { body }));
  const response = await fetch(ownPath(url), {
    method: "PUT",
    credentials: "omit",
    headers: { "content-type": "text/csv" },
    body: csv,
  })
    .catch(() => {
      throw unreachable();
    });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, answer);
  if (answer.status === "refused") throw new Refusal(422, { code: "upload_refused", detail: answer.detail });
  return { ...request, [history.kind]: { upload: upload_id } };
}
