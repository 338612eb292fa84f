import { environmentOfProcess } from "../../src/config.ts";
import { traceOf } from "../../src/domain/trace_of.ts";
import { UsageError } from "../admin/usage_error.ts";
import { complain, complainLines } from "../print.ts";
import { offerTo } from "../studio/offered_folder.ts";

const DONE = 0;
const FAILED = 1;
const WRONG_USE = 2;

const USAGE = `Usage: deno task mcp [prices.csv]

Serves the tools of the connector over standard input and output, for an assistant on this machine and without an account. Runs read
the tables beside the given file, or those of the present folder, as "prices": {"file": "prices.csv"}. Nothing leaves this machine
except by the assistant, nothing is written to it, and results last until the assistant ends the task.
`;

/**
 * Runs the connector of this machine until its client closes the input. Returns the exit code: 0 done, 1 failed, 2
 * wrong arguments.
 */
export async function main(args: readonly string[]): Promise<number> {
  const stray = args.find((arg, index) => index > 0 || arg.startsWith("-"));
  // Standard output belongs to the protocol, so that even help is told beside it.
  if (stray === "--help") return complainLines(USAGE, DONE);
  if (stray !== undefined) {
    complain(`Cannot use "${stray}"`, WRONG_USE);
    return complainLines(`\n${USAGE}`, WRONG_USE);
  }
  try {
    const { variables, cores } = environmentOfProcess();
    const { folder } = await offerTo(variables.INIT_CWD ?? Deno.cwd(), args[0]);
    const { serveLocally } = await import("./serve_locally.ts");
    await serveLocally({ folder, cores });
    return DONE;
  } catch (error) {
    if (error instanceof UsageError) return complain(error.message, WRONG_USE);
    return complainLines(traceOf(error), FAILED);
  }
}
