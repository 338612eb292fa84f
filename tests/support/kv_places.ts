import { type EncodedKv, encodedKv } from "../../src/store/encoded_kv.ts";
import { openPostgres } from "../../src/store/postgres/open_postgres.ts";
import { kvConnectServer } from "./kv_connect_server.ts";
import { hasPostgres, newPostgresPath } from "./postgres_server.ts";

/** An empty KV of one kind, which a test opens through any number of handles. */
export interface OpenPlace extends AsyncDisposable {
  readonly kv: EncodedKv;
  /** Another handle on the same KV, as another process has it. The KV in memory has one handle only. */
  readonly other: EncodedKv;
}

/** A kind of KV that can hold the store. All keep the same promises. */
export interface KvPlace {
  readonly name: string;
  /** Why the tests of this kind are left out here; null if they are not. */
  readonly isAbsent: boolean;
  /** Whether the KV removes expired entries by itself, at a time of its own, and not when it is told to. */
  readonly expiresByItself: boolean;
  /** Whether the message of an operation reaches listeners. */
  readonly carriesMessages: boolean;
  open(): Promise<OpenPlace>;
}

/** All kinds of KV, for the tests of what the store relies on. A file that uses them calls `sharesPostgres()`. */
export const KV_PLACES: readonly KvPlace[] = [
  {
    name: "a file",
    isAbsent: false,
    expiresByItself: true,
    carriesMessages: false,
    async open() {
      const folder = await Deno.makeTempDir(), path = `${folder}/kv.sqlite3`;
      const opened = await openBoth(async () => encodedKv(await Deno.openKv(path)));
      return { ...opened, [Symbol.asyncDispose]: () => ended(opened, () => Deno.remove(folder, { recursive: true })) };
    },
  },
  {
    name: "memory",
    isAbsent: false,
    expiresByItself: true,
    carriesMessages: true,
    async open() {
      const kv = encodedKv(await Deno.openKv(":memory:"));
      return { kv, other: kv, [Symbol.asyncDispose]: () => kv.close() };
    },
  },
  {
    name: "a server of KV Connect",
    isAbsent: false,
    expiresByItself: true,
    carriesMessages: false,
    async open() {
      const server = kvConnectServer();
      const opened = await openBoth(async () => encodedKv(await Deno.openKv(server.path)));
      return { ...opened, [Symbol.asyncDispose]: () => ended(opened, () => server[Symbol.asyncDispose]()) };
    },
  },
  {
    name: "PostgreSQL",
    isAbsent: !hasPostgres(),
    expiresByItself: false,
    carriesMessages: true,
    async open() {
      const path = newPostgresPath();
      const opened = await openBoth(() => openPostgres(path));
      return { ...opened, [Symbol.asyncDispose]: () => ended(opened, () => undefined) };
    },
  },
];

interface Handles {
  readonly kv: EncodedKv;
  readonly other: EncodedKv;
}

async function openBoth(open: () => Promise<EncodedKv>): Promise<Handles> {
  return { kv: await open(), other: await open() };
}

async function ended({ kv, other }: Handles, end: () => PromiseLike<void> | undefined): Promise<void> {
  await Promise.all([kv.close(), other.close()]);
  await end();
}
