import { noteAbsentProgram } from "./absent_program.ts";
import type { ArtifactBucket } from "../../src/store/artifacts_s3.ts";
import { freePort } from "./free_port.ts";
import { type TcpProxy, tcpProxy } from "./tcp_proxy.ts";

/**
 * Path of the Python executable that has moto's server installed. `OBJECT_SERVER_PYTHON` replaces the default
 * `python3`.
 */
const PYTHON = Deno.env.get("OBJECT_SERVER_PYTHON") ?? "python3";
/** Python program that finds out whether moto's server is installed. To load the server takes most of a second. */
const LOOK = `from importlib.util import find_spec
exit(0 if all(find_spec(name) for name in ("moto", "flask", "flask_cors")) else 1)`;
const START_WITHIN_MS = 30_000;
let isThere: boolean | null = null;

/**
 * Whether an S3-compatible server (moto's, from PyPI's `moto[server]`) can be started on this machine. Records the
 * absence for the test runner where it cannot.
 */
export function hasObjectServer(): boolean {
  if (isThere !== null) return isThere;
  isThere = canStart();
  if (!isThere) noteAbsentProgram("moto");
  return isThere;
}

function canStart(): boolean {
  try {
    return new Deno.Command(PYTHON, { args: ["-c", LOOK], stdout: "null", stderr: "null" }).outputSync().success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

// The tests of a module graph share one server, because its start takes longer than most of them. A process that
// begins before the tests is none that a test leaves behind.
const server: { port: number; child: Deno.ChildProcess | null } = { port: 0, child: null };
Deno.test.beforeAll(() => {
  if (!hasObjectServer()) return;
  server.port = freePort();
  server.child = spawnServer(server.port);
});
Deno.test.afterAll(async () => {
  server.child?.kill("SIGKILL");
  await server.child?.status;
});

/** An S3-compatible bucket on loopback, of one test alone. */
export interface ObjectBucket {
  readonly bucket: ArtifactBucket;
  /** Returns every key that the bucket of the test server lists. */
  keys(): Promise<readonly string[]>;
}

/** A bucket behind an address of its own, at which a test can make it unreachable. */
export interface ObjectServer extends ObjectBucket, AsyncDisposable {
  /** Refuses connections from now on and cuts the open ones, as a crash does. */
  stop(): Promise<void>;
  /** Makes the bucket reachable again at the same address. */
  start(): void;
}

/** Makes an empty bucket. */
export async function objectBucket(): Promise<ObjectBucket> {
  const name = `artifacts-${crypto.randomUUID()}`;
  const address = `http://127.0.0.1:${server.port}/${name}`;
  await createBucket(address);
  return {
    bucket: bucketAt(server.port, name),
    async keys() {
      const text = await (await fetch(`${address}?list-type=2`)).text();
      return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key);
    },
  };
}

/** Makes an empty bucket behind an address of its own. */
export async function startObjectServer(): Promise<ObjectServer> {
  const { bucket, keys } = await objectBucket();
  const port = freePort();
  let proxy: TcpProxy | null = null;
  const start = (): void => {
    proxy = tcpProxy({ from: port, to: server.port });
  };
  const stop = async (): Promise<void> => {
    await proxy?.close();
    proxy = null;
  };
  start();
  const url = bucket.url.replace(`:${server.port}`, `:${port}`);
  return { bucket: { ...bucket, url }, keys, start, stop, [Symbol.asyncDispose]: stop };
}

function bucketAt(port: number, name: string): ArtifactBucket {
  return {
    url: `s3://${name}/here?endpoint=http://127.0.0.1:${port}`,
    accessKeyId: "id",
    secretAccessKey: "secret",
    sessionToken: null,
    region: null,
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
