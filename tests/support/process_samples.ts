import { type Curve, curvePicture } from "../../scripts/bench/curve_picture.ts";
import { residentMebibytes } from "../../scripts/bench/resident_mebibytes.ts";
import { FLEET_SCHEMA, type ServiceFleet } from "./service_fleet.ts";

/** What is sampled of each process, with its unit. */
export const MEASURED = {
  memory: "Resident memory, MiB",
  connections: "Connections to PostgreSQL",
  descriptors: "Open descriptors",
} as const;
export type Measured = keyof typeof MEASURED;

/** What the processes of a fleet and its table had at one moment. */
export interface FleetSample {
  /** Minutes since the first sample. */
  readonly minutes: number;
  readonly ofProcess: Readonly<Record<string, Readonly<Record<Measured, number>>>>;
  /** Size of the table of entries with its indexes, in MiB. */
  readonly tableMebibytes: number;
}

const EVERY_MS = 5_000;
const MIB = 1024 ** 2;

/**
 * Samples a fleet every five seconds until the signal aborts, and returns the samples. Throws with its output if a
 * process ends.
 */
export async function sampledFleet(fleet: ServiceFleet, signal: AbortSignal): Promise<readonly FleetSample[]> {
  const samples: FleetSample[] = [];
  const began = performance.now();
  while (!signal.aborted) {
    const due = performance.now() + EVERY_MS;
    samples.push(await sampleOf(fleet, (performance.now() - began) / 60_000));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, Math.max(0, due - performance.now()));
      signal.addEventListener("abort", done, { once: true });
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      }
    });
  }
  return samples;
}

async function sampleOf({ server, processes }: ServiceFleet, minutes: number): Promise<FleetSample> {
  const [connections, bytes] = await Promise.all([
    server.sql("SELECT usename, count(*) FROM pg_stat_activity WHERE usename IS NOT NULL GROUP BY usename"),
    server.sql(`SELECT pg_total_relation_size('${FLEET_SCHEMA}.entries')`),
  ]);
  const counts = new Map(
    connections.split("\n").map((line) => {
      const [user = "", count = "0"] = line.split("|");
      return [user, Number(count)] as const;
    }),
  );
  const ofProcess = Object.fromEntries(
    await Promise.all(processes.map(async ({ name, process }) => {
      const [memory, descriptors] = await Promise.all([residentMebibytes(process.pid), openDescriptors(process.pid)])
        .catch(async (cause) => {
          const { code, output } = await process.ended();
          throw new Error(`${name} ended with code ${code}:\n${output}`, { cause });
        });
      return [name, { memory, descriptors, connections: counts.get(name) ?? 0 }] as const;
    })),
  );
  return { minutes, ofProcess, tableMebibytes: Number(bytes) / MIB };
}

async function openDescriptors(pid: number): Promise<number> {
  // The runtime allows reading /proc only with all permissions.
  const { success, stdout } = await new Deno.Command("ls", { args: [`/proc/${pid}/fd`] }).output();
  if (!success) throw new Error(`Cannot list the descriptors of process ${pid}`);
  return new TextDecoder().decode(stdout).trimEnd().split("\n").length;
}

/** Mean of a quantity of a process in the middle and in the last third of the samples. */
export interface Growth {
  readonly work: string;
  readonly measured: Measured;
  readonly middle: number;
  readonly last: number;
}

/**
 * Returns the growth of every quantity, summed over the processes with the same work. Which of them takes a run is
 * chance, so a single one grows while another shrinks.
 */
export function growthOf(samples: readonly FleetSample[]): readonly Growth[] {
  const third = Math.floor(samples.length / 3);
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(-third)];
  const workOf = (process: string): string => process.replace(/_[0-9]+$/, "");
  const works = new Set(Object.keys(samples[0]?.ofProcess ?? {}).map(workOf));
  return [...works].flatMap((work) => {
    const sumOf = ({ ofProcess }: FleetSample, measured: Measured): number =>
      Object.entries(ofProcess).reduce(
        (sum, [process, one]) => sum + (workOf(process) === work ? one[measured] : 0),
        0,
      );
    const mean = (part: readonly FleetSample[], measured: Measured): number =>
      part.reduce((sum, sample) => sum + sumOf(sample, measured), 0) / part.length;
    return (["memory", "connections", "descriptors"] as const).map((measured) => ({
      work,
      measured,
      middle: mean(middle, measured),
      last: mean(last, measured),
    }));
  });
}

/** Returns the curves of all quantities as SVG pictures, by their names. */
export function curvesOf(samples: readonly FleetSample[]): Readonly<Record<string, string>> {
  const names = Object.keys(samples[0]?.ofProcess ?? {});
  const curve = (name: string, valueOf: (sample: FleetSample) => number): Curve => ({
    name,
    points: samples.map((sample) => ({ x: sample.minutes, y: valueOf(sample) })),
  });
  const ofProcesses = Object.entries(MEASURED).map(([measured, title]) => {
    const series = names.map((name) => curve(name, ({ ofProcess }) => ofProcess[name]?.[measured as Measured] ?? 0));
    return [measured, pictureOf(title, series)] as const;
  });
  const table = pictureOf("Table of entries with its indexes, MiB", [curve("entries", (one) => one.tableMebibytes)]);
  return { ...Object.fromEntries(ofProcesses), table };
}

function pictureOf(title: string, curves: readonly Curve[]): string {
  return curvePicture({ title, subtitle: "Under mixed load, every five seconds", time: "Minutes" }, curves);
}
