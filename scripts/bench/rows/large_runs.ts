import { type BenchedService, benchedService } from "../benched_service.ts";
import { type Curve, curvePicture } from "../curve_picture.ts";
import { inlineRuns } from "../inline_runs.ts";
import { medianOf } from "../quantile_of.ts";
import { residentMebibytes } from "../resident_mebibytes.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
import { succeeded } from "./run_latency.ts";

const SHAPE = { assets: 500, observations: 2_500 };
/** With so many decimals a body has 14 MB. */
const OPTIONS = { methods: ["min_cvar"], decimals: 7 };
const RUNS = 100;
const REST_MS = 10_000;
const LOOK_EVERY_MS = 200;
const REST_AT_MOST_MIB = 200, PEAK_AT_MOST_MIB = 600;

/** Benchmark row of the largest bodies that a service reads, one after another: their times, and its memory. */
export const largeRuns: ServiceRow = { id: "jobs: 100 runs of 500 x 2,500 inline, min_cvar", measure };

async function measure(): Promise<ServiceAnswer> {
  await using service = await benchedService();
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const rest = await residentMebibytes(service.pid), over = new AbortController();
  const sampling = memoryUntil(over.signal, service), nextBody = inlineRuns(SHAPE, OPTIONS);
  const accepted: number[] = [], done: number[] = [];
  try {
    for (let run = 0; run < RUNS; run++) {
      const body = nextBody(), began = performance.now(), id = await service.submit(body);
      accepted.push(performance.now() - began);
      await succeeded(service, id);
      done.push(performance.now() - began);
    }
  } finally {
    // The service ends after this: what could not be sampled then would hide why a run failed.
    over.abort();
    await Promise.allSettled([sampling]);
  }
  const samples = await sampling;
  return {
    figures: [
      { name: "median to the 202", value: medianOf(accepted), unit: "ms" },
      { name: "median to succeeded", value: medianOf(done), unit: "ms" },
    ],
    promises: [
      { name: "at rest", value: rest, unit: "MiB", at_most: REST_AT_MOST_MIB },
      {
        name: "peak",
        value: samples.reduce((peak, { y }) => Math.max(peak, y), 0),
        unit: "MiB",
        at_most: PEAK_AT_MOST_MIB,
      },
    ],
    curves: { memory_of_large_runs: pictureOf(samples, { rest }) },
  };
}

type Samples = Curve["points"];

/** Returns the resident memory of a service in MiB over the seconds until the signal aborts. */
async function memoryUntil(signal: AbortSignal, { pid }: BenchedService): Promise<Samples> {
  const samples: { readonly x: number; readonly y: number }[] = [], began = performance.now();
  while (!signal.aborted) {
    samples.push({ x: (performance.now() - began) / 1_000, y: await residentMebibytes(pid) });
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return samples;
}

function pictureOf(samples: Samples, { rest }: { readonly rest: number }): string {
  const level = (name: string, y: number): Curve => ({ name, points: samples.map(({ x }) => ({ x, y })) });
  const { assets, observations } = SHAPE;
  return curvePicture({
    title: "Resident memory of the service, MiB",
    subtitle: `${RUNS} runs of ${assets} x ${observations} inline, one after another`,
    time: "Seconds",
  }, [{ name: "service", points: samples }, level("at rest", rest), level("at most", PEAK_AT_MOST_MIB)]);
}
