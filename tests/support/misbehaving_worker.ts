/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { DomainError } from "../../src/domain/errors.ts";
import type { ProgressListener } from "../../src/computations/computation.ts";
import { serveComputations } from "../../src/jobs/worker_loop.ts";
import { CoreInstance } from "../../src/kernels/core_instance.ts";
import { shouldStop, watchStopFlag } from "../../src/kernels/stop_flag.ts";
import { Stopped } from "../../src/domain/stopped.ts";

let loads = 0;
let counted = 0;

interface Kernels {
  readonly loads: number;
  readonly core: CoreInstance;
}

/**
 * Computations of a test worker: ordinary ones, and others that fail, crash, ignore the stop flag or use up memory,
 * which a worker pool must survive.
 */
const COMPUTATIONS = {
  square: { compute: (values: Float64Array): Float64Array => values.map((value) => value * value) },
  /** Test computation `count` of a worker. Returns how many `count` computations this worker has run. */
  count: { compute: (): number => ++counted },
  report: {
    compute(steps: number, { progress }: { progress: ProgressListener }): number {
      for (let step = 1; step <= steps; step++) progress({ phase: "steps", fraction: step / steps });
      return steps;
    },
  },
  refuse: {
    compute(): never {
      throw new DomainError("constraints_infeasible", "Cannot meet both", {
        faults: [{ pointer: "/constraints/budget", detail: "Too much" }],
        conflict: { rules: [{ family: "budget", rule: null, detail: "Too much" }], minimum: true },
      });
    },
  },
  fail: {
    compute(): never {
      throw new TypeError("a secret of the inside");
    },
  },
  trespass: {
    /**
     * Test computation of a worker. Tries operations that a worker has no permission for, and returns the names of
     * those that were refused.
     */
    compute(): readonly string[] {
      const deeds: Readonly<Record<string, () => unknown>> = {
        "read what lies beside its modules": () => Deno.readTextFileSync(new URL("../../README.md", import.meta.url)),
        "write a file": () => Deno.makeTempFileSync(),
        "read the environment": () => Deno.env.get("HOME"),
        "reach the network": () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
        "start a program": () => new Deno.Command("true").outputSync(),
        "ask about the system": () => Deno.hostname(),
      };
      return Object.keys(deeds).filter((deed) => isRefused(deeds[deed]));
    },
  },
  /** Test computation of a worker. Returns whether this worker may start the given program. */
  start: { compute: (program: string): boolean => !isRefused(() => versionOf(program)) },
  crash: {
    compute(): Promise<never> {
      queueMicrotask(() => {
        throw new Error("out of nowhere");
      });
      return new Promise(() => {});
    },
  },
  spinUntilStopped: {
    compute(_: null, { progress }: { progress: ProgressListener }): never {
      progress({ phase: "spinning", fraction: 0 });
      while (shouldStop() === 0) continue;
      throw new Stopped();
    },
  },
  ignoreTheFlag: {
    compute(milliseconds: number, { progress }: { progress: ProgressListener }): void {
      progress({ phase: "spinning", fraction: 0 });
      const end = performance.now() + milliseconds;
      while (performance.now() < end) continue;
    },
  },
  sleepThroughTheFlag: {
    compute(milliseconds: number): void {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    },
  },
  trap: {
    compute(): never {
      throw new WebAssembly.RuntimeError("unreachable");
    },
  },
  exhaustMemory: {
    compute(doubles: number, { kernels: { core } }: { kernels: Kernels }): number {
      return core.run((_exports, arena) => arena.doubles(doubles));
    },
  },
  /** Test computation of a worker. Uses more and more memory of the engine's heap, until it ends the engine. */
  growHeap: {
    compute(_: null, { progress }: { progress: ProgressListener }): never {
      progress({ phase: "growing", fraction: 0 });
      const kept: unknown[] = [];
      for (;;) kept.push(new Array(1_000_000).fill(kept.length));
    },
  },
  kernelLoads: { compute: (_: null, { kernels }: { kernels: Kernels }): number => kernels.loads },
};

export type MisbehavingComputations = {
  square: { inputs: Float64Array; output: Float64Array };
  count: { inputs: null; output: number };
  report: { inputs: number; output: number };
  refuse: { inputs: null; output: never };
  fail: { inputs: null; output: never };
  trespass: { inputs: null; output: readonly string[] };
  start: { inputs: string; output: boolean };
  crash: { inputs: null; output: string };
  spinUntilStopped: { inputs: null; output: never };
  ignoreTheFlag: { inputs: number; output: void };
  sleepThroughTheFlag: { inputs: number; output: void };
  trap: { inputs: null; output: never };
  exhaustMemory: { inputs: number; output: number };
  growHeap: { inputs: null; output: never };
  kernelLoads: { inputs: null; output: number };
};

function versionOf(program: string): void {
  new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync();
}

function isRefused(deed: () => unknown): boolean {
  try {
    deed();
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotCapable;
  }
}

serveComputations(self, COMPUTATIONS, {
  async loadKernels(stopFlag) {
    watchStopFlag(stopFlag);
    return { loads: ++loads, core: await CoreInstance.load() };
  },
  isStop: (error) => error instanceof Stopped,
});
