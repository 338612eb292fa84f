import { noteAbsentProgram } from "./absent_program.ts";
import { type ArtifactBucket, objectsOfBucket } from "../../src/store/bucket_objects.ts";
import { freePort } from "./free_port.ts";
import { type TcpProxy, tcpProxy } from "./tcp_proxy.ts";

/**
 * Path of the Python executable that has moto's server installed. `OBJECT_SERVER_PYTHON` replaces the default
 * `python3`.
 */
const PYTHON = Deno.env.get("OBJECT_SERVER_PYTHON") ?? "python3";
/**
 * Python program whose exit code is 0 if the modules of moto's server are installed. It only looks for the modules,
 * because loading the server takes most of a second.
 */
const LOOK = `from importlib.util import find_spec
exit(0 if all(find_spec(name) for name in ("moto", "flask", "flask_cors")) else 1)`;
const START_WITHIN_MS = 30_000;
/** Folder of every test bucket in which the service keeps its objects. */
const PREFIX = "here";
const OWNER = `${PREFIX}/installation.json`;
let isThere: boolean | null = null;

/**
 * Whether an S3-compatible server (moto's, from PyPI's `moto[server]`) is installed on this machine. If it is not,
 * notes this for the test runner.
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

// All tests that Deno loads together share one server, because its start takes longer than most of them. It starts
// before the first test, so that the check for leaked processes blames no test.
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

/** An S3-compatible bucket on loopback that only one test uses. */
export interface ObjectBucket {
  readonly bucket: ArtifactBucket;
  /**
   * Returns the keys of the objects in the bucket, as its first page of results lists them, without the one that tells
   * whose bucket it is.
   */
  keys(): Promise<readonly string[]>;
  /** Replaces the content of an object, or adds it. */
  put(key: string, content: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Deletes an object, as somebody beside the service would. */
  delete(key: string): Promise<void>;
  /** Deletes the bucket, which must be empty but for the object that names its installation. */
  deleteBucket(): Promise<void>;
}

/** An S3-compatible bucket behind a proxy with a port of its own, by which a test can make the bucket unreachable. */
export interface ObjectServer extends ObjectBucket, AsyncDisposable {
  /**
   * Makes the bucket unreachable until `start`: refuses connections and cuts the open ones, as a crash of the server
   * does.
   */
  stop(): Promise<void>;
  /** Makes the bucket reachable again at the same port. */
  start(): void;
}

/** Creates an empty S3-compatible bucket at the shared test server. */
export async function objectBucket(): Promise<ObjectBucket> {
  const name = `artifacts-${crypto.randomUUID()}`;
  const address = `http://127.0.0.1:${server.port}/${name}`;
  await createBucket(address);
  const bucket = bucketAt(server.port, name);
  const objects = objectsOfBucket(bucket);
  const belowPrefix = (key: string): string => key.replace(`${PREFIX}/`, "");
  return {
    bucket,
    put: (key, content) => objects.put(belowPrefix(key), content, "application/octet-stream"),
    delete: (key) => objects.delete(belowPrefix(key)),
    async deleteBucket() {
      await objects.delete(belowPrefix(OWNER));
      const { status } = await fetch(address, { method: "DELETE" });
      if (status !== 204) throw new Error(`Cannot delete a bucket: ${status}`);
    },
    async keys() {
      const text = await (await fetch(`${address}?list-type=2`)).text();
      return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key).filter((key) => key !== OWNER);
    },
  };
}

/** Creates an empty S3-compatible bucket behind a proxy with a port of its own. */
export async function startObjectServer(): Promise<ObjectServer> {
  const { bucket, ...rest } = await objectBucket();
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
  return { ...rest, bucket: { ...bucket, url }, start, stop, [Symbol.asyncDispose]: stop };
}

function bucketAt(port: number, name: string): ArtifactBucket {
  return {
    url: `s3://${name}/${PREFIX}?endpoint=http://127.0.0.1:${port}`,
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
