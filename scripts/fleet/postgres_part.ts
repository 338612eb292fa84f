import { dirname } from "node:path";
import { FleetError, type Part } from "./part.ts";

const DEBIAN = "/usr/lib/postgresql";
const USER = "portfolio";

export interface PostgresPart {
  readonly part: Part;
  /** `KV_PATH` of the processes, with its password. */
  readonly kvPath: string;
}

/**
 * Returns the PostgreSQL server of a fleet, with its data in `folder`, which is made at the first use. Throws a
 * `FleetError` where PostgreSQL is not installed, or where the folder cannot be used.
 */
export async function postgresPart(folder: string, port: number): Promise<PostgresPart> {
  const programs = await programsOf();
  const user = await userOf(folder);
  const password = await passwordOf(`${folder}/password`);
  const data = `${folder}/data`;
  if (!await exists(`${data}/PG_VERSION`)) await makeCluster({ programs, folder, data, password, user });
  const settings = { listen_addresses: "127.0.0.1", port: `${port}`, unix_socket_directories: "" };
  const connection = ["-h", "127.0.0.1", "-p", `${port}`, "-d", "postgres"];
  return {
    part: {
      name: "postgres",
      command: `${programs}/postgres`,
      args: ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      env: { PATH: "/usr/bin:/bin" },
      cwd: folder,
      ...user === null ? {} : { user },
      // Ends the connections and writes everything: a fast shutdown.
      stopSignal: "SIGINT",
      isReady: async () => (await new Deno.Command(`${programs}/pg_isready`, { args: connection }).output()).success,
    },
    kvPath: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
  };
}

async function programsOf(): Promise<string> {
  try {
    const versions = (await Array.fromAsync(Deno.readDir(DEBIAN))).map(({ name }) => Number(name));
    const newest = versions.filter((version) => version >= 13).toSorted((a, b) => b - a)[0];
    if (newest !== undefined) return `${DEBIAN}/${newest}/bin`;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  throw new FleetError(
    `Cannot find PostgreSQL 13 or newer in ${DEBIAN}: install it, on Debian with "apt-get install postgresql"`,
  );
}

type User = NonNullable<Part["user"]>;

/** Makes the folder of the server. As root it belongs to the user of Debian's package: the server refuses root. */
async function userOf(folder: string): Promise<User | null> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  // The folder above is the fleet's own. This one belongs to the user of the server from the first start on.
  if ((await Deno.stat(dirname(folder))).uid !== 0) return null;
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await Deno.readTextFile("/etc/passwd"));
  if (line === null) throw new FleetError("Cannot start PostgreSQL as root: there is no user postgres");
  const user = { uid: Number(line[1]), gid: Number(line[2]) };
  await Deno.chown(folder, user.uid, user.gid);
  for (let above = dirname(folder); above !== "/" && above !== "."; above = dirname(above)) {
    const { mode } = await Deno.stat(above);
    if (mode === null || (mode & 0o001) !== 0) continue;
    throw new FleetError(
      `Cannot start PostgreSQL as root in ${folder}: its user postgres may not pass ${above}; run the fleet as another ` +
        "user than root, or name a folder under /var/lib with --data",
    );
  }
  return user;
}

async function passwordOf(file: string): Promise<string> {
  try {
    return await Deno.readTextFile(file);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const password = crypto.getRandomValues(new Uint8Array(24)).toHex();
  await Deno.writeTextFile(file, password, { mode: 0o600 });
  return password;
}

interface NewCluster {
  readonly programs: string;
  readonly folder: string;
  readonly data: string;
  readonly password: string;
  readonly user: User | null;
}

/** Makes a cluster under another name first, so that one whose making was interrupted is never used. */
async function makeCluster({ programs, folder, data, password, user }: NewCluster): Promise<void> {
  const half = `${folder}/half`, passwordFile = `${folder}/first_password`;
  await Deno.remove(half, { recursive: true }).catch(ignoreAbsent);
  await Deno.writeTextFile(passwordFile, password, { mode: 0o600 });
  if (user !== null) await Deno.chown(passwordFile, user.uid, user.gid);
  const { success, stderr } = await new Deno.Command(`${programs}/initdb`, {
    args: ["-D", half, "-U", USER, "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8", "--no-locale"],
    cwd: folder,
    ...user,
  }).output();
  await Deno.remove(passwordFile);
  if (!success) throw new FleetError(`Cannot make a database in ${folder}: ${new TextDecoder().decode(stderr).trim()}`);
  await Deno.rename(half, data);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, (error) => ignoreAbsent(error) ?? false);
}

function ignoreAbsent(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
