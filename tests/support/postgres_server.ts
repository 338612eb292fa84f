import { dirname } from "node:path";
import { noteAbsentProgram } from "./absent_program.ts";
import { freePort } from "./free_port.ts";
import { until } from "./until.ts";

/** A PostgreSQL server on loopback with data of its own in a temporary folder. */
export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  readonly folder: string;
  /** Returns the `KV_PATH` of a schema of the server; further options follow as `&name=value`. */
  path(schema: string, options?: string): string;
  /** Runs SQL as a superuser with `psql` and returns what it prints: a line for each row. */
  sql(text: string): Promise<string>;
  /** Starts the server, also again after a stop, at the same port. */
  start(): Promise<void>;
  /** Stops the server: `fast` as an operator does, `immediate` as a crash does. */
  stop(how: "fast" | "immediate"): Promise<void>;
  /** Lets clients in from a range of addresses, at which the server must listen. */
  admit(range: string): Promise<void>;
  /** Lets the server and all its connections fall silent, as behind a broken network, or go on. */
  fallSilent(): Promise<void>;
  goOn(): Promise<void>;
}

export interface PostgresOptions {
  /** Settings of the server besides those that tests need, such as `max_connections=20`. */
  readonly settings?: readonly string[];
  /** Folder in which the new cluster is created, for example on a small disk; a temporary folder if absent. */
  readonly within?: string;
  /** Folder of an existing cluster, for example a copy of another server's; a new one is created if absent. */
  readonly folder?: string;
}

const DEBIAN = "/usr/lib/postgresql";
/** Settings of a server of tests. Durability against a loss of power costs time, and no test takes the power away. */
const SETTINGS = ["fsync=off", "full_page_writes=off", "listen_addresses=127.0.0.1", "shared_buffers=32MB"];
let programs: string | null | undefined;

/** Whether PostgreSQL is installed on this machine. If it is not, notes this for the test runner. */
export function hasPostgres(): boolean {
  programs ??= programFolder();
  if (programs === null) noteAbsentProgram("PostgreSQL");
  return programs !== null;
}

/** Returns the folder of PostgreSQL's programs of the newest version that Debian installed; null if there is none. */
function programFolder(): string | null {
  try {
    const versions = [...Deno.readDirSync(DEBIAN)].map(({ name }) => Number(name)).toSorted((a, b) => b - a);
    return versions.length === 0 ? null : `${DEBIAN}/${versions[0]}/bin`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

// All tests that Deno loads together share one server, because its start takes longer than most of them. It starts
// before the first test that asks for it, and not within it, so that the check for leaked processes blames no test.
let shared: PostgresServer | null = null;
let schemas = 0;

/** Lets the tests of a file share a server, which starts before the first of them. Call it at the top of the file. */
export function sharesPostgres(): void {
  if (isShared) return;
  isShared = true;
  Deno.test.beforeAll(async () => {
    if (hasPostgres()) shared = await startPostgres();
  });
  Deno.test.afterAll(async () => {
    await shared?.[Symbol.asyncDispose]();
    shared = null;
  });
}
let isShared = false;

/** Returns the server that the tests share. */
export function sharedPostgres(): PostgresServer {
  if (shared === null) throw new Error("No server is shared: call sharesPostgres() at the top of the file");
  return shared;
}

/** Returns the `KV_PATH` of a new, empty schema of the shared server. */
export function newPostgresPath(options = ""): string {
  return sharedPostgres().path(`test_${++schemas}`, options);
}

/** Starts a PostgreSQL server of its own, for a test that stops it or changes it. */
export async function startPostgres(
  { settings = [], folder, within }: PostgresOptions = {},
): Promise<PostgresServer> {
  const data = folder ?? await newCluster(within);
  const port = freePort();
  let child: Deno.ChildProcess | null = null, hasEnded = true;
  const server: PostgresServer = {
    port,
    folder: data,
    path: (schema, options = "") => `postgres://postgres@127.0.0.1:${port}/postgres?schema=${schema}${options}`,
    sql: (text) => printed("psql", [...connection(port), "-Atc", text]),
    async start() {
      const all = [...SETTINGS, ...settings, `port=${port}`, `unix_socket_directories=${data}`];
      const args = ["-D", data, ...all.flatMap((setting) => ["-c", setting])];
      child = program("postgres", args, { stdout: "null", stderr: "null" }).spawn();
      hasEnded = false;
      child.status.then(() => hasEnded = true);
      await until(async () => (await program("pg_isready", connection(port)).output()).success, "PostgreSQL to start");
    },
    async stop(how) {
      // The server may have ended by itself, on a full disk.
      if (!hasEnded) child?.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
      await child?.status;
      child = null;
    },
    async admit(range) {
      await Deno.writeTextFile(`${data}/pg_hba.conf`, `host all all ${range} trust\n`, { append: true });
      await server.sql("SELECT pg_reload_conf()");
    },
    fallSilent: () => signalAll(child?.pid, "STOP"),
    goOn: () => signalAll(child?.pid, "CONT"),
    async [Symbol.asyncDispose]() {
      await server.stop("immediate");
      await Deno.remove(data, { recursive: true });
    },
  };
  await server.start();
  return server;
}

/** Sends a signal to a server and its processes, whose ids only a shell may read here. */
async function signalAll(pid: number | undefined, signal: "STOP" | "CONT"): Promise<void> {
  if (pid === undefined) return;
  const script = `kill -${signal} ${pid} $(cat /proc/${pid}/task/${pid}/children)`;
  // A process that ends at this moment makes the program complain, and changes nothing.
  await new Deno.Command("sh", { args: ["-c", script], stderr: "null" }).output();
}

/** Copies the cluster of a running server into a new folder, as a replica that follows it once it is started. */
export async function replicaFolder(primary: PostgresServer): Promise<string> {
  const folder = await newFolder();
  await printed("pg_basebackup", [
    ...connection(primary.port).filter((part) => part !== "-dpostgres"),
    "-D",
    folder,
    "-R",
  ]);
  return folder;
}

/** Runs a program of PostgreSQL to its end and returns what it prints. Throws with its complaint if it fails. */
export async function printed(name: string, args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await program(name, args).output();
  if (!success) throw new Error(`${name} failed: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout).trimEnd();
}

function connection(port: number): readonly string[] {
  return ["-h127.0.0.1", `-p${port}`, "-Upostgres", "-dpostgres"];
}

async function newCluster(within?: string): Promise<string> {
  const folder = await newFolder(within);
  await printed("initdb", ["-D", folder, "-Upostgres", "-Atrust", "-EUTF8", "--no-sync"]);
  return folder;
}

async function newFolder(within?: string): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "postgres-", ...within === undefined ? {} : { dir: within } });
  // The server refuses to run as root, so its programs run as the user that Debian's package makes.
  if ((await Deno.stat(folder)).uid === 0) {
    user = await userOfServer();
    await Deno.chown(folder, user.uid, user.gid);
    await letPass(folder);
  }
  return folder;
}

/** Lets other users pass through the folders above a folder, which are closed to them while tests run. */
async function letPass(folder: string): Promise<void> {
  for (let above = dirname(folder); above !== "/tmp" && above !== "/"; above = dirname(above)) {
    const { mode, uid } = await Deno.stat(above);
    if (mode !== null && uid === 0) await Deno.chmod(above, (mode & 0o777) | 0o011);
  }
}

/** User of the programs of the server; null for the user of this process. */
let user: { readonly uid: number; readonly gid: number } | null = null;

async function userOfServer(): Promise<{ readonly uid: number; readonly gid: number }> {
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await Deno.readTextFile("/etc/passwd"));
  if (line === null) throw new Error("Cannot start PostgreSQL as root: there is no user postgres");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

function program(
  name: string,
  args: readonly string[],
  output: Pick<Deno.CommandOptions, "stdout" | "stderr"> = { stdout: "piped", stderr: "piped" },
): Deno.Command {
  return new Deno.Command(`${programs}/${name}`, { args: [...args], cwd: "/tmp", ...output, ...user ?? {} });
}
