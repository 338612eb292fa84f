import { DashboardTotals, type PackedTotals } from "./dashboard_totals.ts";
import type { AccountId } from "../../domain/identifier.ts";
import type { BoundedMemory } from "../bounded_memory.ts";
import type { StoreContext } from "../context.ts";
import { keys } from "../keys.ts";
import { readContent, type StoredContent } from "../stored_content.ts";

/** Dashboard totals of an account as they are stored, without the noted changes of jobs that are not counted yet. */
export interface StoredTotals {
  readonly entry: Deno.KvEntryMaybe<StoredContent>;
  /** Stored dashboard totals; null if none are stored or a part of them is missing. */
  readonly totals: DashboardTotals | null;
}

/**
 * Dashboard totals read from the store, held in memory in packed form. They are never changed: each reader unpacks a
 * copy.
 */
export interface ReadTotals {
  readonly versionstamp: string;
  readonly packed: PackedTotals;
}

/** Context of a store that also holds recently read dashboard totals in memory. */
export interface TotalsContext extends StoreContext {
  readonly readTotals: BoundedMemory<ReadTotals>;
}

/**
 * Reads the stored dashboard totals of an account; reads again if another process replaces them meanwhile. The totals
 * are null if none are stored or a part of them is missing.
 */
export async function readStoredTotals(context: TotalsContext, accountId: AccountId): Promise<StoredTotals> {
  let lostAt: string | null = null;
  for (;;) {
    const entry = await context.kv.get<StoredContent>(keys.dashboard(accountId));
    if (entry.value === null) return { entry, totals: null };
    const known = context.readTotals.get(accountId);
    if (known?.versionstamp === entry.versionstamp) return { entry, totals: DashboardTotals.unpacked(known.packed) };
    const bytes = await readContent(context, entry.value);
    if (bytes !== null) {
      const packed = decoded(bytes);
      context.readTotals.set(accountId, { versionstamp: entry.versionstamp, packed });
      return { entry, totals: DashboardTotals.unpacked(packed) };
    }
    if (entry.versionstamp === lostAt) return { entry, totals: null };
    lostAt = entry.versionstamp;
  }
}

/** Size in bytes of the number at the start of encoded dashboard totals, which tells the length of their text. */
const HEADER_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/**
 * Encodes dashboard totals as bytes: the length of the text (32 bits, little-endian), the text as JSON, and the numbers
 * as 64-bit floats in this machine's byte order.
 */
export function encodedTotals(totals: DashboardTotals): Uint8Array<ArrayBuffer> {
  const { numbers, ...words } = totals.packed();
  const text = new TextEncoder().encode(JSON.stringify(words));
  const bytes = new Uint8Array(HEADER_BYTES + text.length + numbers.byteLength);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, HEADER_BYTES);
  bytes.set(new Uint8Array(numbers.buffer), HEADER_BYTES + text.length);
  return bytes;
}

function decoded(bytes: Uint8Array<ArrayBuffer>): PackedTotals {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const end = HEADER_BYTES + length;
  const words: Omit<PackedTotals, "numbers"> = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_BYTES, end)));
  return { ...words, numbers: new Float64Array(bytes.slice(end).buffer) };
}
