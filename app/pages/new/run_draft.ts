import { holdHistory } from "./history/held_histories.ts";
import { historyOfRequest } from "./history/history_of_request.ts";
import { isObject, type JsonObject } from "./json.ts";

/** What a person has composed so far: the request, and what the page needs to show and to send it. */
export interface RunDraft {
  readonly request: JsonObject;
  /** Names and sectors of the assets that were chosen from a catalogue, by their ids. */
  readonly names: Readonly<Record<string, KnownAsset>>;
  /** Id of the history of a file that the run is of; null for a run of other assets. */
  readonly held: string | null;
  /**
   * Upload of the history `held` that the service has already, so that an attempt after a refresh names the same one:
   * another upload would make another request, and another run, of it.
   */
  readonly uploaded: { readonly held: string; readonly id: string } | null;
  /** List of assets that was typed or pasted and is not looked up yet. */
  readonly pasted: string;
}

export interface KnownAsset {
  readonly name: string;
  readonly sector: string | null;
  /** What is held of it, in money or as a weight; absent where that is not known. */
  readonly amount?: number;
}

export const EMPTY_DRAFT: RunDraft = { request: {}, names: {}, held: null, uploaded: null, pasted: "" };

/** Returns a stored draft; null for one that is none. */
export function readRunDraft(stored: unknown): RunDraft | null {
  if (!isObject(stored) || !isObject(stored.request)) return null;
  const { request, names, held, uploaded, pasted } = stored;
  const known = Object.entries(isObject(names) ? names : {}).flatMap(([id, one]) =>
    isObject(one) && typeof one.name === "string" ? [[id, knownAsset(one.name, one)] as const] : []
  );
  const isUpload = isObject(uploaded) && typeof uploaded.held === "string" && typeof uploaded.id === "string";
  return {
    request,
    names: Object.fromEntries(known),
    held: typeof held === "string" ? held : null,
    uploaded: isUpload ? { held: String(uploaded.held), id: String(uploaded.id) } : null,
    pasted: typeof pasted === "string" ? pasted : "",
  };
}

function knownAsset(name: string, { sector, amount }: JsonObject): KnownAsset {
  const held = typeof amount === "number" ? { amount } : {};
  return { name, sector: typeof sector === "string" ? sector : null, ...held };
}

/**
 * Returns a draft of a request that was sent, saved or pasted, in place of another draft. A long history in it is held
 * beside it.
 */
export function draftOfRequest(request: JsonObject, { names, pasted }: Pick<RunDraft, "names" | "pasted">): RunDraft {
  const split = historyOfRequest(request);
  if (split === null) return { ...EMPTY_DRAFT, request, names, pasted };
  return { ...EMPTY_DRAFT, request: split.request, names, pasted, held: holdHistory(split.history) };
}
