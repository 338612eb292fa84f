import { ConfigError, environmentOfProcess } from "../../src/config.ts";
import { traceOf } from "../../src/domain/trace_of.ts";
import { UsageError } from "../admin/usage_error.ts";
import { complain, complainLines, print } from "../print.ts";
import { type Offer, offerTo } from "./offered_folder.ts";

const DONE = 0;
const FAILED = 1;
const WRONG_USE = 2;

const USAGE = `Usage: deno task studio [prices.csv]

Serves the console to a browser of this machine, without an account, until Ctrl-C. It opens the given CSV file or workbook and offers
the others of its folder; without one, those of the present folder. Nothing leaves this machine, and results last until the studio
ends. The browser keeps the form of a run, with the prices in it, until the run is sent or the form is emptied.
HTTP_PORT chooses its port: 8484 if it is not set, 0 for any free one.
`;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Runs the studio. Returns the exit code: 0 done, 1 failed, 2 wrong arguments, file or port. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.length === 1 && args[0] === "--help") return print(USAGE, DONE);
  const stray = args.find((arg, index) => index > 0 || arg.startsWith("-"));
  if (stray !== undefined) {
    complain(`Cannot use "${stray}"`, WRONG_USE);
    return complainLines(`\n${USAGE}`, WRONG_USE);
  }
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<void>();
  for (const signal of SIGNALS) Deno.addSignalListener(signal, interrupt);
  try {
    const { variables } = environmentOfProcess();
    const offer = await offerTo(variables.INIT_CWD ?? Deno.cwd(), args[0]);
    await serveUntil(interrupted, offer);
    return DONE;
  } catch (error) {
    if (error instanceof UsageError) return complain(error.message, WRONG_USE);
    if (error instanceof ConfigError) return complainLines(error.message, WRONG_USE);
    return complainLines(traceOf(error), FAILED);
  } finally {
    for (const signal of SIGNALS) Deno.removeSignalListener(signal, interrupt);
  }
}

async function serveUntil(interrupted: Promise<void>, offer: Offer): Promise<void> {
  // Loads the service here, so that help and wrong use do not load it.
  const { startStudio } = await import("./studio_service.ts");
  const { variables: { HTTP_PORT: port }, cores } = environmentOfProcess();
  const studio = await startStudio({ port, cores, offer });
  print(invitation(studio.link, offer), DONE);
  await interrupted;
  await studio.stop();
}

function invitation(link: string, { folder, given }: Offer): string {
  return `${given === null ? "" : `Opens ${given}. `}Offers the tables in ${folder.path}
Open this address in a browser of this machine. It works once:

  ${link}

Nothing leaves this machine. Results last until the studio ends: Ctrl-C
`;
}
