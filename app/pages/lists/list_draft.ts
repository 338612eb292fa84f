import type { Draft } from "../../drafts.ts";
import { isList, isObject } from "../new/json.ts";
import type { ListBody } from "./saved_lists.ts";

/** An asset of a list, and its group. */
export interface ListEntry {
  readonly id: string;
  readonly group: string;
}

/** A list as a person edits it. */
export interface ListContent {
  readonly name: string;
  readonly description: string;
  readonly entries: readonly ListEntry[];
}

export type ListDraft = Draft<ListContent>;

export const EMPTY_LIST: ListContent = { name: "", description: "", entries: [] };

/** Group of an asset of which nothing else is known. */
export const FIRST_GROUP = "Others";

/** Returns a stored draft of a list; null for one that is none. */
export function readListDraft(stored: unknown): ListContent | null {
  if (!isObject(stored) || typeof stored.name !== "string" || typeof stored.description !== "string") return null;
  const { name, description, entries } = stored;
  if (!isList(entries)) return null;
  const read = entries.flatMap((entry): ListEntry[] =>
    isObject(entry) && typeof entry.id === "string" && typeof entry.group === "string"
      ? [{ id: entry.id, group: entry.group }]
      : []
  );
  return { name, description, entries: read };
}

/** Returns the content of a saved list as it is edited. */
export function contentOf({ name, description, map }: ListBody): ListContent {
  const entries = Object.entries(map).map(([id, group]) => ({ id, group }));
  return { name, description: description ?? "", entries };
}

/** Returns the content of a list as it is sent. */
export function bodyOf({ name, description, entries }: ListContent): ListBody {
  const text = description.trim();
  return {
    name: name.trim(),
    description: text === "" ? null : text,
    map: Object.fromEntries(entries.map(({ id, group }) => [id, group.trim()])),
  };
}

/** Returns entries with more of them. An asset that is there already gets the new group in its old place. */
export function withEntries(entries: readonly ListEntry[], added: readonly ListEntry[]): readonly ListEntry[] {
  const groups = new Map([...entries, ...added].map(({ id, group }) => [id, group] as const));
  return [...groups].map(([id, group]) => ({ id, group }));
}
