import type { ObjectSet } from "./artifact_store.ts";
import { type ArtifactSet, storedFile } from "./artifacts.ts";
import type { ContentSet } from "./content_set.ts";
import { isObjectContent } from "./object_content.ts";

/** Object of the bucket to which an entry of the store refers. */
export interface ReferencedObject {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 digest of the object in lower-case hexadecimal. */
  readonly sha256: string;
}

/** The objects of one set in the bucket to which an entry of the store refers. */
export interface ReferencedObjects {
  readonly set: ObjectSet;
  readonly objects: readonly ReferencedObject[];
}

/**
 * Returns the objects of the bucket to which an entry of an account refers: the files of a job, its config or its
 * inputs. Null if the entry refers to none.
 */
export function referencedObjects(entry: Deno.KvEntry<unknown>): ReferencedObjects | null {
  if (isArtifactSet(entry)) return filesOf(entry.value);
  if (isConfig(entry)) return contentOf(entry.value);
  return isInputs(entry) ? contentOf(entry.value.set) : null;
}

/** Whether an entry with such a key may refer to objects of the bucket. */
export function mayReferToObjects([first, , entity]: Deno.KvKey): boolean {
  return first === "owned" && ["artifact_sets", "job_configs", "kept_inputs"].includes(String(entity));
}

function isArtifactSet(entry: Deno.KvEntry<unknown>): entry is Deno.KvEntry<ArtifactSet> {
  return entry.key[2] === "artifact_sets";
}

function isConfig(entry: Deno.KvEntry<unknown>): entry is Deno.KvEntry<Uint8Array | ContentSet> {
  return entry.key[2] === "job_configs";
}

function isInputs(entry: Deno.KvEntry<unknown>): entry is Deno.KvEntry<{ readonly set: ContentSet }> {
  return entry.key[2] === "kept_inputs";
}

function filesOf({ location, artifacts }: ArtifactSet): ReferencedObjects | null {
  return location.kind === "objects" ? { set: location.set, objects: artifacts.map(storedFile) } : null;
}

function contentOf(stored: Uint8Array | ContentSet): ReferencedObjects | null {
  if (stored instanceof Uint8Array || !isObjectContent(stored)) return null;
  const { object: set, sha256, bytes } = stored;
  return { set, objects: [{ name: sha256, bytes, sha256 }] };
}
