import { noteAbsentProgram } from "./absent_program.ts";
import type { ArtifactBucket } from "../../src/store/artifacts_s3.ts";
import { freePort } from "./free_port.ts";

/** The Python executable that has moto's server installed. `OBJECT_SERVER_PYTHON` replaces the default `python3`. */
const PYTHON = Deno.env.get("OBJECT_SERVER_PYTHON") ?? "python3";
const START_WITHIN_MS = 30_000;
let isThere: boolean | null = null;

/**
 * Whether an S3-compatible server (moto's, from PyPI's `moto[server]`) can be started on this machine. Notes the
 * absence where it cannot.
 */
export function hasObjectServer(): boolean {
  if (isThere !== null) return isThere;
  isThere = canStart();
  if (!isThere) noteAbsentProgram("moto");
  return isThere;
}

function canStart(): boolean {
  try {
    return new Deno.Command(PYTHON, { args: ["-c", "import moto.server"], stdout: "null", stderr: "null" })
      .outputSync().success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** An S3-compatible server on loopback with one bucket. */
export interface ObjectServer extends AsyncDisposable {
  readonly bucket: ArtifactBucket;
  /** Returns every key that the bucket lists. */
  keys(): Promise<readonly string[]>;
  /** Kills the server at once, as a crash does. */
  stop(): Promise<void>;
  /** Starts the server again at the same address with an empty bucket. */
  start(): Promise<void>;
}

export async function startObjectServer(): Promise<ObjectServer> {
  const port = freePort();
  const address = `http://127.0.0.1:${port}/artifacts`;
  let child: Deno.ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawnServer(port);
    await createBucket(address);
  };
  const stop = async (): Promise<void> => {
    child?.kill("SIGKILL");
    await child?.status;
    child = null;
  };
  await start();
  return {
    start,
    stop,
    bucket: {
      url: `s3://artifacts/here?endpoint=http://127.0.0.1:${port}`,
      accessKeyId: "id",
      secretAccessKey: "secret",
      sessionToken: null,
      region: null,
    },
    async keys() {
      const text = await (await fetch(`${address}?list-type=2`)).text();
      return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key);
    },
    [Symbol.asyncDispose]: stop,
  };
}

function spawnServer(port: number): Deno.ChildProcess {
  return new Deno.Command(PYTHON, {
    args: ["-m", "moto.server", "-H", "127.0.0.1", "-p", String(port)],
    stdout: "null",
    stderr: "null",
  }).spawn();
}

async function createBucket(address: string): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS;
  for (;;) {
    try {
      const response = await fetch(address, { method: "PUT" });
      await response.body?.cancel();
      if (response.ok) return;
      throw new Error(`Cannot make a bucket: ${response.status}`);
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
