import { noteAbsence } from "./absent_program.ts";
import { firstFile } from "./first_file.ts";
import { freePort } from "./free_port.ts";
import { isListening } from "./is_listening.ts";
import type { PostgresServer } from "./postgres_server.ts";
import { until } from "./until.ts";

const PGBOUNCER = firstFile(["/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer"]);

/** Whether pgbouncer is installed. If it is not, notes this for the test runner, which goes on without it. */
export function hasPooler(): boolean {
  if (PGBOUNCER === undefined) noteAbsence("pgbouncer", "The tests behind a pooler are skipped: there is no pgbouncer");
  return PGBOUNCER !== undefined;
}

/** A pooler on loopback that hands a connection to another client after each transaction. */
export interface Pooler extends AsyncDisposable {
  /** Returns the `KV_PATH` of a place behind the pooler, for one at the server. */
  path(direct: string, options?: string): string;
}

/**
 * Test helper. Starts pgbouncer in front of a server, with fewer connections to it than a process uses. `options` are
 * lines of its file.
 */
export async function startPooler(
  { port: behind, folder }: PostgresServer,
  options: readonly string[] = [],
): Promise<Pooler> {
  const port = freePort(), { uid, gid } = await Deno.stat(folder), file = `${folder}/pgbouncer.ini`;
  const lines = [
    ...["[databases]", `* = host=127.0.0.1 port=${behind} user=postgres`],
    ...["[pgbouncer]", "listen_addr = 127.0.0.1", `listen_port = ${port}`, "unix_socket_dir ="],
    ...["auth_type = any", "pool_mode = transaction", "default_pool_size = 4", "max_client_conn = 200", ...options],
  ];
  await Deno.writeTextFile(file, lines.join("\n"));
  const child = new Deno.Command(PGBOUNCER ?? "pgbouncer", {
    args: ["-q", file],
    stdin: "null",
    stdout: "null",
    stderr: "null",
    // The pooler refuses to run as root, as the server does.
    ...uid !== null && gid !== null ? { uid, gid } : {},
  }).spawn();
  await until(() => isListening(port), "the pooler to listen");
  return {
    path: (direct, options = "") => direct.replace(`:${behind}/`, `:${port}/`) + options,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}
