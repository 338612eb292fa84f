import { Buffer } from "node:buffer";
import type { AtomicWrite } from "../encoded_kv.ts";
import { encodeValue } from "../value_codec.ts";
import { keyBytes } from "./key_bytes.ts";

/** Largest value in bytes, the limit of Deno KV, so that every store can take over the entries of another. */
const VALUE_BYTES_AT_MOST = 65_536;

/** What happens to each entry of an operation, in the order of keys: one element of each list for an entry. */
export interface CommitParameters {
  /** The bytes of each key, followed by those of its new value if it has one, without any separator. */
  readonly content: Buffer;
  readonly keyLengths: readonly number[];
  /** Version that the entry must have: 0 if it must be absent, null if it is not checked. */
  readonly versions: readonly (string | null)[];
  /** Bytes of the new value: -1 if the entry is deleted, null if it stays. */
  readonly valueLengths: readonly (number | null)[];
  /** Milliseconds after which a sweep may remove the entry; null if it stays. */
  readonly lifetimesMs: readonly (number | null)[];
}

interface EntryChange {
  readonly key: Uint8Array;
  version: string | null;
  value: Uint8Array | null;
  valueLength: number | null;
  lifetimeMs: number | null;
}

/**
 * Returns the parameters of the commit function for an operation: one change an entry, in the order of keys, so that
 * all operations lock their entries in one order. The last mutation of a key counts. Returns null if two checks of one
 * key contradict each other, so that the operation cannot succeed. Throws a `TypeError` for a value that is too large.
 */
export function commitParameters({ checks, mutations }: AtomicWrite): CommitParameters | null {
  const changes = new Map<string, EntryChange>();
  for (const { key, versionstamp } of checks) {
    const change = changeOf(changes, key), version = versionOf(versionstamp);
    if (change.version !== null && change.version !== version) return null;
    change.version = version;
  }
  for (const mutation of mutations) mutate(changeOf(changes, mutation.key), mutation);
  return inOrder([...changes.values()]);
}

/** Returns the number of a version as the database counts it; "0" for an absent entry. */
export function versionOf(versionstamp: string | null): string {
  return versionstamp === null ? "0" : BigInt(`0x${versionstamp}`).toString();
}

/** Returns the version of an entry in the form of Deno KV: twenty hexadecimal digits. */
export function versionstampOf(version: string): string {
  return BigInt(version).toString(16).padStart(20, "0");
}

function changeOf(changes: Map<string, EntryChange>, key: Deno.KvKey): EntryChange {
  const bytes = keyBytes(key), name = Buffer.from(bytes).toString("latin1");
  const known = changes.get(name);
  if (known !== undefined) return known;
  const change = { key: bytes, version: null, value: null, valueLength: null, lifetimeMs: null };
  changes.set(name, change);
  return change;
}

function mutate(change: EntryChange, mutation: Deno.KvMutation): void {
  if (mutation.type === "delete") {
    change.value = null;
    change.valueLength = -1;
    change.lifetimeMs = null;
    return;
  }
  if (mutation.type !== "set") {
    throw new TypeError(`Cannot write a "${mutation.type}": read the value, add to it and set it`);
  }
  const value = encodeValue(mutation.value);
  if (value.length > VALUE_BYTES_AT_MOST) throw new TypeError(`Value too large (max ${VALUE_BYTES_AT_MOST} bytes)`);
  change.value = value;
  change.valueLength = value.length;
  change.lifetimeMs = mutation.expireIn === undefined ? null : Math.ceil(mutation.expireIn);
}

function inOrder(changes: readonly EntryChange[]): CommitParameters {
  const sorted = changes.toSorted((a, b) => Buffer.compare(a.key, b.key));
  return {
    content: Buffer.concat(sorted.flatMap(({ key, value }) => value === null ? [key] : [key, value])),
    keyLengths: sorted.map(({ key }) => key.length),
    versions: sorted.map(({ version }) => version),
    valueLengths: sorted.map(({ valueLength }) => valueLength),
    lifetimesMs: sorted.map(({ lifetimeMs }) => lifetimeMs),
  };
}
