import { crc32, inflateRawSync } from "node:zlib";
import { DAMAGED, unlikeAnyStatement, UnreadableFile } from "../unreadable_file.ts";
import { entryAt } from "../../domain/entry_at.ts";

/** Type of a decompressed entry (file) of a zip archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Limits of a zip archive: the bytes of all its entries after decompression, and the number of entries. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ENTRIES = 1_000;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_BYTES = 22;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_ENTRY_BYTES = 30;
/** Longest comment at the end of a zip archive, in bytes. */
const MOST_COMMENT_BYTES = 0xffff;
const ENCRYPTED = 1;
/** Placeholder for a number that is stored in the ZIP64 extra field, and the id of that field. */
const STANDS_ELSEWHERE = 0xffffffff;
const LONG_NUMBERS = 1;
const STORED = 0;
const DEFLATED = 8;

/**
 * Decompresses every file of a zip archive, with a limit on their total size. Sizes stated in the archive are not
 * trusted, and a file that differs from them is refused. Throws `UnreadableFile`.
 *
 * The format is PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12, 4.3.16 and 4.5.3.
 */
export function zipEntries(archive: Uint8Array): readonly ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ENTRIES) throw unlikeAnyStatement(`it has ${count} parts, more than the limit of ${MOST_ENTRIES}`);
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  const begin = view.getUint32(end + 16, true);
  let at = begin;
  let left = MOST_BYTES;
  for (let i = 0; i < count; i++) {
    const described = describedEntry(view, at, end);
    at = described.next;
    const known = described.name.toLowerCase();
    if (names.has(known)) throw damaged();
    names.add(known);
    if (described.name.endsWith("/")) continue;
    const bytes = inflated(archive, described, left);
    left -= bytes.length;
    entries.push({ name: described.name, bytes });
  }
  if (at !== begin + view.getUint32(end + 12, true)) throw damaged();
  return entries;
}

/** Entry of a zip archive as the archive's central directory describes it. */
interface DescribedEntry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly storedBytes: number;
  readonly bytes: number;
  /** Byte offset in the zip archive at which the entry itself begins. */
  readonly local: number;
  /** Byte offset of the next entry's description in the central directory of the zip archive. */
  readonly next: number;
}

function endOfDirectory(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - MOST_COMMENT_BYTES); at--) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  throw new UnreadableFile("it is cut off or damaged; download it again");
}

function describedEntry(view: DataView, at: number, end: number): DescribedEntry {
  if (at + DIRECTORY_ENTRY_BYTES > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw damaged();
  if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) throw protectedByPassword();
  const nameBytes = view.getUint16(at + 28, true);
  const next = at + DIRECTORY_ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  if (next > end) throw damaged();
  const name = textAt(view, at + DIRECTORY_ENTRY_BYTES, nameBytes);
  refuseOutside(name);
  const extra = { begin: at + DIRECTORY_ENTRY_BYTES + nameBytes, bytes: view.getUint16(at + 30, true) };
  const numbers = longNumbers(view, [24, 20, 42].map((place) => at + place), extra);
  const method = view.getUint16(at + 10, true), checksum = view.getUint32(at + 16, true);
  return {
    name,
    method,
    checksum,
    storedBytes: entryAt(numbers, 1),
    bytes: entryAt(numbers, 0),
    local: entryAt(numbers, 2),
    next,
  };
}

/**
 * Reads the sizes and the offset of a zip entry from its description. A number that is too large for its place is taken
 * from the ZIP64 extra field, in order. Programs that write an archive piece by piece use this field.
 */
function longNumbers(
  view: DataView,
  places: readonly number[],
  extra: { readonly begin: number; readonly bytes: number },
): readonly number[] {
  const numbers = places.map((place) => view.getUint32(place, true));
  if (!numbers.includes(STANDS_ELSEWHERE)) return numbers;
  const field = fieldOfLongNumbers(view, extra);
  let at = field.begin;
  return numbers.map((number) => {
    if (number !== STANDS_ELSEWHERE) return number;
    if (at + 8 > field.end) throw damaged();
    const long = Number(view.getBigUint64(at, true));
    at += 8;
    return long;
  });
}

function fieldOfLongNumbers(
  view: DataView,
  { begin, bytes }: { readonly begin: number; readonly bytes: number },
): { readonly begin: number; readonly end: number } {
  for (let at = begin; at + 4 <= begin + bytes;) {
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > begin + bytes) break;
    if (view.getUint16(at, true) === LONG_NUMBERS) return { begin: at + 4, end };
    at = end;
  }
  throw damaged();
}

function inflated(archive: Uint8Array, entry: DescribedEntry, mostBytes: number): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const { local, storedBytes } = entry;
  if (local + LOCAL_ENTRY_BYTES > archive.length || view.getUint32(local, true) !== LOCAL_ENTRY) throw damaged();
  const begin = local + LOCAL_ENTRY_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (begin + storedBytes > archive.length) throw damaged();
  const stored = archive.subarray(begin, begin + storedBytes);
  const bytes = entry.method === STORED ? stored : entry.method === DEFLATED ? inflate(stored, mostBytes) : null;
  if (bytes === null) throw damaged();
  if (bytes.length > mostBytes) throw tooLarge();
  if (bytes.length !== entry.bytes || crc32(bytes) !== entry.checksum) throw damaged();
  return bytes;
}

function inflate(stored: Uint8Array, mostBytes: number): Uint8Array {
  try {
    return inflateRawSync(stored, { maxOutputLength: Math.max(1, mostBytes) });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw damaged();
  }
}

/** Throws `UnreadableFile` for an entry whose path could lead out of the workbook. */
function refuseOutside(name: string): void {
  const isPlain = !name.startsWith("/") && !name.split("/").includes("..") && !/[\\\0:]/.test(name);
  if (!isPlain) throw unlikeAnyStatement("one of its parts has a path that leads out of it");
}

function textAt(view: DataView, at: number, bytes: number): string {
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, bytes));
}

function tooLarge(): UnreadableFile {
  return unlikeAnyStatement(`it unpacks to more than ${MOST_BYTES / 1024 / 1024} MiB`);
}

function damaged(): UnreadableFile {
  return new UnreadableFile(DAMAGED);
}

/**
 * Returns the error for a password-protected file: a zip archive with an encrypted entry, or an encrypted workbook in
 * Microsoft's compound format.
 */
export function protectedByPassword(): UnreadableFile {
  return new UnreadableFile("it is protected by a password; save it without one");
}
