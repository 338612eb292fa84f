import { dirname } from "node:path";
import { pause } from "../../src/runtime/pause.ts";
import { bucketPart } from "./bucket_part.ts";
import { fleetPorts, refuseTakenPorts } from "./fleet_ports.ts";
import type { Part } from "./part.ts";
import { postgresPart } from "./postgres_part.ts";
import { proxyPart } from "./proxy_part.ts";
import { apiParts, settingsOfOperator, workParts } from "./service_parts.ts";
import { SupervisedPart } from "./supervised_part.ts";

export interface FleetOptions {
  /** Folder of everything that the fleet keeps, as an absolute path. */
  readonly folder: string;
  /** First port; that of the proxy. */
  readonly port: number;
  /** Folder of the source code that the processes run, as a URL with a slash at its end. */
  readonly source: URL;
  /** Environment variables of the operator. */
  readonly variables: Readonly<Record<string, string>>;
  /** Is told what happens, in sentences. */
  readonly onNews: (sentence: string) => void;
}

/** A running fleet: a store, a bucket, processes that answer, processes that compute, and a proxy before them. */
export interface Fleet {
  /** Address at which people reach the fleet. */
  readonly url: string;
  /** Settings with which an operator's command works on the store of the fleet. */
  readonly settings: Readonly<Record<string, string>>;
  /** The parts in the order of their start. */
  readonly parts: readonly SupervisedPart[];
  /**
   * Stops the processes of the service one by one and starts each again, so that requests always find one that answers.
   * Resolves with whether all were replaced; they are not where the fleet is stopped meanwhile.
   */
  replaceOneByOne(): Promise<boolean>;
  /** Stops all parts: the proxy takes no more requests, then the processes end, then bucket and store. */
  stop(): Promise<void>;
}

/**
 * Time in which the proxy has found a process ready that is ready: a look that waits for its answer (`timeout check`),
 * and one more. A process that stops before then leaves the proxy with nobody who answers.
 */
const SEEN_BY_PROXY_MS = 3_000;

/**
 * Starts a fleet. Throws a `FleetError` for a program that is not installed, a port that is taken, a setting that the
 * fleet chooses itself, or a part that does not start; everything that had started is stopped again.
 */
export async function startFleet({ folder, port, source, variables, onNews }: FleetOptions): Promise<Fleet> {
  refuseTakenPorts(port);
  const ports = fleetPorts(port), url = `https://localhost:${port}`;
  const own = settingsOfOperator(variables);
  const logs = `${folder}/log`;
  // Folders above, such as `.data`, hold no secret themselves, and the user of the database server must pass them too.
  await Deno.mkdir(dirname(folder), { recursive: true, mode: 0o711 });
  for (const path of [folder, logs]) {
    await Deno.mkdir(path, { recursive: true, mode: 0o700 });
    // As root, the user of the database server must pass the folder.
    if ((await Deno.stat(path)).uid === 0) await Deno.chmod(path, 0o711);
  }
  const store = await postgresPart(`${folder}/postgres`, ports.postgres);
  const bucket = own.ARTIFACTS_URL
    ? null
    : await bucketPart(`${folder}/bucket`, ports.bucket, variables.OBJECT_SERVER_PYTHON || "python3");
  if (bucket === null && !own.ARTIFACTS_URL) {
    onNews("Files of runs are kept in PostgreSQL: no ARTIFACTS_URL is set, and moto's bucket server is not installed");
  }
  const settings = { ...own, ...bucket?.settings, KV_PATH: store.kvPath, DATA_DIR: folder, PUBLIC_URL: url };
  await writeSettings(`${folder}/settings`, settings);
  const shared = { ...inherited(variables), ...settings };
  const supervised = (part: Part): SupervisedPart =>
    new SupervisedPart(part, {
      logFile: `${logs}/${part.name}.log`,
      onEnd: (name, ending) => onNews(`${name} ended (${ending}) and is started again`),
    });
  const first = [store.part, ...bucket === null ? [] : [bucket.part]].map(supervised);
  const serving = [...apiParts({ ports, source, shared }), ...workParts({ ports, source, shared })].map(supervised);
  const proxy = supervised(await proxyPart(folder, ports));
  const parts = [...first, ...serving, proxy];
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    stopping.abort();
    for (const group of [[proxy], serving, first.toReversed()]) await stopTogether(group);
  };
  try {
    for (const part of first) await part.start();
    await Promise.all(serving.map((part) => part.start()));
    await proxy.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    settings,
    parts,
    stop,
    async replaceOneByOne() {
      for (const part of serving) {
        if (stopping.signal.aborted) break;
        await part.restart();
        if (part.part.name.startsWith("api-")) await pause(SEEN_BY_PROXY_MS, stopping.signal);
      }
      return !stopping.signal.aborted;
    },
  };
}

async function stopTogether(parts: readonly SupervisedPart[]): Promise<void> {
  await Promise.all(parts.map((part) => part.stop()));
}

/** Writes settings so that a shell can read them, in a file that only its owner may read because it holds passwords. */
async function writeSettings(path: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'\n`);
  await Deno.writeTextFile(path, lines.join(""), { mode: 0o600 });
}

/** Variables that the runtime needs to find its cache of modules. */
function inherited(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    ["HOME", "PATH", "DENO_DIR"].flatMap((name) => variables[name] === undefined ? [] : [[name, variables[name]]]),
  );
}
