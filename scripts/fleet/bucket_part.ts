import type { Part } from "./part.ts";

const NAME = "artifacts";
/** Python program whose exit code is 0 if the modules of moto's server are installed. */
const LOOK = `from importlib.util import find_spec
exit(0 if all(find_spec(name) for name in ("moto", "flask", "flask_cors")) else 1)`;

export interface BucketPart {
  readonly part: Part;
  /** Settings of the processes that name the bucket. */
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * Returns a bucket server for a fleet without a bucket of the operator: that of moto, from PyPI's `moto[server]`, which
 * is for trials. Null where it is not installed. It keeps its objects in memory, so the writes are recorded in `folder`
 * and played back at each start.
 */
export async function bucketPart(folder: string, port: number, python: string): Promise<BucketPart | null> {
  if (!await hasMoto(python)) return null;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const record = `${folder}/writes.jsonl`;
  const address = `http://127.0.0.1:${port}`;
  let isPlayedBack = false;
  return {
    part: {
      name: "bucket",
      command: python,
      args: ["-m", "moto.server", "-H", "127.0.0.1", "-p", `${port}`],
      env: { PATH: "/usr/bin:/bin", MOTO_ENABLE_RECORDING: "1", MOTO_RECORDER_FILEPATH: record },
      cwd: folder,
      stopSignal: "SIGTERM",
      async prepare() {
        isPlayedBack = false;
        await keepWrites(record);
      },
      async isReady() {
        isPlayedBack ||= await isDone(`${address}/moto-api/recorder/replay-recording`, "POST");
        return isPlayedBack && await isDone(`${address}/${NAME}`, "PUT");
      },
    },
    settings: {
      ARTIFACTS_URL: `s3://${NAME}?endpoint=${address}`,
      AWS_ACCESS_KEY_ID: "fleet",
      AWS_SECRET_ACCESS_KEY: "fleet",
      AWS_REGION: "us-east-1",
    },
  };
}

async function hasMoto(python: string): Promise<boolean> {
  try {
    return (await new Deno.Command(python, { args: ["-c", LOOK], stdout: "null", stderr: "null" }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Leaves out of a record what a kill cut short, and what changed nothing. */
async function keepWrites(record: string): Promise<void> {
  const text = await Deno.readTextFile(record).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  });
  await Deno.writeTextFile(record, text.split("\n").filter(isWrite).map((line) => `${line}\n`).join(""));
}

function isWrite(line: string): boolean {
  try {
    return !["GET", "HEAD"].includes(JSON.parse(line).method);
  } catch {
    // Half a line is a request that got no answer.
    return false;
  }
}

async function isDone(url: string, method: string): Promise<boolean> {
  const response = await fetch(url, { method });
  await response.body?.cancel();
  return response.ok;
}
