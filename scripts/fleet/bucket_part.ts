import { fileURLToPath } from "node:url";
import type { Part } from "./part.ts";

const NAME = "artifacts";
const SERVER = fileURLToPath(new URL("./bucket_server.py", import.meta.url));
/**
 * Python program that prints the path of Python if the modules of moto's server are installed, and nothing otherwise.
 */
const LOOK = `from importlib.util import find_spec
from sys import executable
print(executable if all(find_spec(name) for name in ("moto", "flask", "flask_cors")) else "")`;

export interface BucketPart {
  readonly part: Part;
  /** Settings of the processes that name the bucket. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Returns a bucket server for a fleet without a bucket of the operator: that of moto, from PyPI's `moto[server]`, which
 * is for trials. Null where it is not installed. It keeps its objects in memory, and in a record in `folder` by which
 * it has them again at each start.
 */
export async function bucketPart(folder: string, port: number, python: string): Promise<BucketPart | null> {
  const command = await pythonWithMoto(python);
  if (command === null) return null;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const address = `http://127.0.0.1:${port}`;
  return {
    part: {
      name: "bucket",
      command,
      args: [SERVER, `${port}`, `${folder}/writes.jsonl`],
      env: { PATH: "/usr/bin:/bin" },
      cwd: folder,
      stopSignal: "SIGTERM",
      isReady: () => isDone(`${address}/${NAME}`, "PUT"),
    },
    settings: {
      ARTIFACTS_URL: `s3://${NAME}?endpoint=${address}`,
      AWS_ACCESS_KEY_ID: "fleet",
      AWS_SECRET_ACCESS_KEY: "fleet",
      AWS_REGION: "us-east-1",
    },
  };
}

/** Returns the path of the Python that a name stands for, which may be a script that chooses it; null without moto. */
async function pythonWithMoto(name: string): Promise<string | null> {
  try {
    const { stdout } = await new Deno.Command(name, { args: ["-c", LOOK], stderr: "null" }).output();
    return new TextDecoder().decode(stdout).trim() || null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function isDone(url: string, method: string): Promise<boolean> {
  const response = await fetch(url, { method });
  await response.body?.cancel();
  return response.ok;
}
