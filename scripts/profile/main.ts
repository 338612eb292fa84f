import { complain, print } from "../print.ts";
import { EXIT } from "../optimize/exit.ts";
import { profileText } from "./profile_text.ts";
import { profiledLocalRun } from "./profiled_local_run.ts";
import { profiledServiceRun } from "./profiled_service_run.ts";
import { UnfinishedRun } from "./run_profile.ts";

const USAGE = `Shows where the time of a run goes, by phase and by file.

  deno task profile REQUEST

  REQUEST   a body of POST /jobs with its own prices, returns, moments or scenarios, as a JSON file

Runs the request twice under the sampler of the engine: by the local command, and by a service in this process. Times by
file are processor time of all threads that compute the run. The phase "sampler" of the local run is the time in which its
worker waits for the sampler: a run that is not sampled does not have it. The service gets a request over 16 MiB with its
history as an upload.
`;

/** Profiles the run of a request and prints the tables. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [path] = args;
  if (path === undefined || args.length > 1 || path.startsWith("-")) {
    return path === "--help" ? print(USAGE, EXIT.done) : complain(USAGE, EXIT.refused);
  }
  try {
    const local = await profiledLocalRun(path);
    print(profileText("Local run", local), EXIT.done);
    const served = await profiledServiceRun(await Deno.readTextFile(path));
    return print(profileText("Run of the service", served), EXIT.done);
  } catch (error) {
    if (error instanceof UnfinishedRun) return complain(error.message, error.exitCode);
    throw error;
  }
}
