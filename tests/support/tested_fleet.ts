import { dirname } from "node:path";
import { type Fleet, startFleet } from "../../scripts/fleet/fleet.ts";
import { PORTS } from "../../scripts/fleet/fleet_ports.ts";
import { noteAbsentProgram } from "./absent_program.ts";
import { hasPostgres } from "./postgres_server.ts";
import { type PersonOfProcess, personOfProcess } from "./person_of_process.ts";
import { HAPROXY } from "./proxy_process.ts";
import { until } from "./until.ts";

/** Folder of the source code of this project. */
export const SOURCE = new URL("../../", import.meta.url);

/** Whether this machine has what a fleet needs. What is missing is noted for the test runner. */
export function canStartFleet(): boolean {
  if (HAPROXY === undefined) noteAbsentProgram("HAProxy");
  return hasPostgres() && HAPROXY !== undefined;
}

/** A folder for the data of a fleet, which is removed at the end of its block. */
export interface FleetFolder extends AsyncDisposable {
  readonly path: string;
}

/** Test helper. Makes a folder through which the user of the database server may pass. */
export async function fleetFolder(): Promise<FleetFolder> {
  const path = await Deno.makeTempDir({ prefix: "fleet-" });
  for (let above = path; above !== "/" && above !== "/tmp"; above = dirname(above)) {
    const { mode, uid } = await Deno.stat(above);
    if (mode !== null && uid === Deno.uid()) await Deno.chmod(above, (mode & 0o777) | 0o011);
  }
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Test helper. Returns the first of as many free ports as a fleet needs. */
export function freeFleetPort(): number {
  for (;;) {
    const first = 10_000 + Math.floor(Math.random() * 19_000);
    if (Array.from({ length: PORTS }, (_, index) => first + index).every(isFree)) return first;
  }
}

function isFree(port: number): boolean {
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}

export interface FleetOfTest extends AsyncDisposable {
  readonly fleet: Fleet;
  readonly folder: string;
  readonly port: number;
  /** What the fleet told, in sentences. */
  readonly news: readonly string[];
}

/** Test helper. Starts a fleet with its data in a folder, which outlives the fleet. */
export async function fleetOfTest(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<FleetOfTest> {
  const port = freeFleetPort(), news: string[] = [];
  const variables = { ...inherited(["HOME", "PATH", "DENO_DIR", "OBJECT_SERVER_PYTHON"]), ...settings };
  const onNews = (sentence: string): void => void news.push(sentence);
  const fleet = await startFleet({ folder, port, source: SOURCE, variables, onNews });
  return { fleet, folder, port, news, [Symbol.asyncDispose]: () => fleet.stop() };
}

/** Test helper. Signs a person up whose mail a process keeps in the folder of its fleet. */
export function personOfFolder(place: { readonly port: number; readonly folder: string }): Promise<PersonOfProcess> {
  const printed = async (pattern: RegExp): Promise<string> => {
    let line: string | undefined;
    await until(async () => (line = await lineOfMails(`${place.folder}/mail`, pattern)) !== undefined, "the mail");
    return line ?? "";
  };
  return personOfProcess({ printed }, { port: place.port, dataDir: place.folder });
}

async function lineOfMails(folder: string, pattern: RegExp): Promise<string | undefined> {
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (!name.endsWith(".eml")) continue;
      const line = (await Deno.readTextFile(`${folder}/${name}`)).split(/\r?\n/).find((one) => pattern.test(one));
      if (line !== undefined) return line;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return undefined;
}

function inherited(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  }));
}
