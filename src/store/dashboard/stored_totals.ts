import { DashboardTotals, type PackedTotals } from "./dashboard_totals.ts";
import type { AccountId } from "../../domain/identifier.ts";
import type { BoundedMemory } from "../bounded_memory.ts";
import type { StoreContext } from "../context.ts";
import { keys } from "../keys.ts";
import { readContent, type StoredContent } from "../stored_content.ts";

/** The totals of an account as they were when it last counted its changes. */
export interface StoredTotals {
  readonly entry: Deno.KvEntryMaybe<StoredContent>;
  /** Null if none are stored. */
  readonly totals: DashboardTotals | null;
}

/** Totals that were read from the store. They stay as they are: each reader unpacks totals of its own. */
export interface ReadTotals {
  readonly versionstamp: string;
  readonly packed: PackedTotals;
}

/** A store, with the totals of the accounts that were read last. */
export interface TotalsContext extends StoreContext {
  readonly readTotals: BoundedMemory<ReadTotals>;
}

/** Reads the totals of an account, again if others replace them meanwhile. Null totals if none can be read. */
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

/** The header holds the length of the text in bytes. */
const HEADER_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Totals as they are stored: the length of the text, the text, then the numbers with the lowest byte first. */
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
