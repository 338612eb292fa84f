import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { traceOf } from "../../src/domain/trace_of.ts";
import { complain, complainLines, print } from "../print.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { APIS, fleetPorts, PORTS, WORKERS } from "./fleet_ports.ts";
import { FleetError } from "./part.ts";

const DONE = 0, FAILED = 1, WRONG_USE = 2;
const SOURCE = new URL("../../", import.meta.url);

const USAGE = `Usage: deno task fleet [--data FOLDER] [--port PORT]

Starts PostgreSQL, a bucket, ${APIS} processes that answer, ${WORKERS} that compute, and HAProxy before them, on this machine.
Each program is started again when it ends. Ctrl-C stops all of them in order, without losing a run.

--data FOLDER  keeps everything: .data/fleet
--port PORT    the address is https://localhost:PORT, and ${PORTS - 1} ports after it are used inside: 8443
`;

/** Runs a fleet until a signal. Returns the exit code: 0 done, 1 failed, 2 wrong arguments, settings or machine. */
export async function main(args: readonly string[]): Promise<number> {
  let options: Options | null;
  try {
    options = optionsOf(args);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error), WRONG_USE);
    return complainLines(`\n${USAGE}`, WRONG_USE);
  }
  if (options === null) return print(USAGE, DONE);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<Deno.Signal>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => stop(signal));
  try {
    const fleet = await startFleet({ ...options, source: SOURCE, variables: Deno.env.toObject(), onNews: say });
    replaceAtHangUp(fleet);
    say(greeting(fleet, options));
    const signal = await stopped;
    say(`${signal}: stopping the proxy, then the processes, then the store`);
    await fleet.stop();
    say("Stopped");
    return DONE;
  } catch (error) {
    if (error instanceof FleetError) return complain(error.message, WRONG_USE);
    return complainLines(traceOf(error), FAILED);
  }
}

interface Options {
  readonly folder: string;
  readonly port: number;
}

function optionsOf(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      data: { type: "string", default: ".data/fleet" },
      port: { type: "string", default: "8443" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port < 1 || port + PORTS > 65_536) {
    throw new FleetError(`Cannot use --port ${JSON.stringify(values.port)}: it must be from 1 to ${65_536 - PORTS}`);
  }
  return { folder: resolve(values.data), port };
}

/** Replaces the processes one by one at SIGHUP, so that they run a newer source without a refused request. */
function replaceAtHangUp(fleet: Fleet): void {
  let replacing: Promise<void> | null = null;
  Deno.addSignalListener("SIGHUP", () => {
    replacing ??= fleet.replaceOneByOne()
      .then((areReplaced) => {
        if (areReplaced) say("SIGHUP: every process was replaced");
      })
      .catch((error) => say(error instanceof Error ? error.message : String(error)))
      .finally(() => replacing = null);
  });
}

function greeting({ url }: Fleet, { folder, port }: Options): string {
  const { apiMetrics, workMetrics } = fleetPorts(port);
  return [
    `The fleet answers at ${url}`,
    `Its certificate is ${folder}/tls/certificate.pem; mails are in ${folder}/mail; logs are in ${folder}/log`,
    `Metrics: http://127.0.0.1:${apiMetrics[0]}/metrics to http://127.0.0.1:${workMetrics.at(-1)}/metrics`,
    `Ctrl-C stops it; "kill -HUP ${Deno.pid}" replaces its processes one by one`,
  ].join("\n");
}

function say(sentence: string): void {
  print(`${sentence}\n`, DONE);
}
