import { getPriority, setPriority } from "node:os";
import { errorData, type MessageFromWorker, type MessageToWorker } from "./messages.ts";
import type { ComputationContext, Progress } from "../computations/computation.ts";
import { type Phase, watchPhases } from "../domain/phase.ts";
import { systemStopwatch } from "../runtime/clock.ts";
import { PhaseClock } from "../runtime/phase_clock.ts";
import { ToldProgress } from "./told_progress.ts";
import { buffersOf } from "./transfer.ts";

/**
 * Interface of a computation in a worker. It takes inputs and kernels, and returns an output that can be sent to
 * another thread, or a promise of it.
 */
export interface Computation<Kernels> {
  compute(inputs: unknown, context: ComputationContext<Kernels>): unknown;
}

/**
 * Functions that a worker's program gives to its message loop: to load the kernels and to recognise a stopped
 * computation.
 */
export interface WorkerRuntime<Kernels> {
  /**
   * Loads the numerical kernels of a worker. Long loops of the kernels stop when the first word of `stopFlag` is not
   * zero.
   */
  loadKernels(stopFlag: SharedArrayBuffer): Promise<Kernels>;
  /** Whether an error shows that the computation stopped because of the stop flag. */
  isStop(error: unknown): boolean;
  /** Calls the listener whenever a long loop of the kernels checks the stop flag; absent if no loop does. */
  watchLooks?(listener: () => void): void;
  /** Loads computations that are seldom needed, when one is asked for that the worker does not have; absent if none. */
  loadOthers?(): Promise<Readonly<Record<string, Computation<Kernels>>>>;
}

/** Type of the part of a worker's global scope that exchanges messages with the pool. */
export interface WorkerPort {
  onmessage: ((event: MessageEvent<MessageToWorker>) => void) | null;
  postMessage(message: MessageFromWorker, transfer: Transferable[]): void;
}

/**
 * Answers the pool's messages with the named computations, one after the other. Kernels are loaded at the start, and
 * again after a WebAssembly trap.
 */
export function serveComputations<Kernels>(
  port: WorkerPort,
  computations: Readonly<Record<string, Computation<Kernels>>>,
  runtime: WorkerRuntime<Kernels>,
): void {
  let kernels: Promise<Kernels> | null = null;
  let stopFlag = new SharedArrayBuffer(4);
  const send = (message: MessageFromWorker): void => port.postMessage(message, buffersOf(message));
  const told = new ToldProgress((progress) => send({ type: "progress", progress }), systemStopwatch);
  runtime.watchLooks?.(() => told.look());

  const answer = async (name: string, inputs: unknown): Promise<MessageFromWorker> => {
    try {
      const computation = computationIn(computations, name) ?? computationIn(await runtime.loadOthers?.(), name);
      if (computation === undefined) throw new Error(`Cannot find the computation "${name}"`);
      const clock = new PhaseClock<Phase>(systemStopwatch);
      watchPhases((phase) => clock.enter(phase));
      const context = {
        kernels: await (kernels ??= runtime.loadKernels(stopFlag)),
        progress: (progress: Progress) => told.say(progress),
      };
      const output = await computation.compute(inputs, context);
      return { type: "done", output, phasesMs: clock.phasesMs() };
    } catch (error) {
      if (runtime.isStop(error)) return { type: "stopped" };
      if (isTrap(error)) kernels = null;
      return { type: "failed", error: errorData(error) };
    } finally {
      watchPhases(null);
      told.end();
    }
  };

  const start = async (): Promise<void> => {
    try {
      await (kernels ??= runtime.loadKernels(stopFlag));
    } catch {
      // An error of loading the kernels is ignored here: the first computation loads them again and reports the error.
      kernels = null;
    }
  };

  port.onmessage = async ({ data }) => {
    if (data.type === "compute") return send(await answer(data.name, data.inputs));
    stopFlag = data.stopFlag;
    if (data.niceness !== null) giveWay(data.niceness);
    await start();
    send({ type: "ready" });
  };
}

function computationIn<Kernels>(
  computations: Readonly<Record<string, Computation<Kernels>>> | undefined,
  name: string,
): Computation<Kernels> | undefined {
  return computations !== undefined && Object.hasOwn(computations, name) ? computations[name] : undefined;
}

/**
 * Lowers the priority of this thread relative to its current priority. The pool requests this only on Linux; elsewhere
 * the priority of the whole process would change.
 */
function giveWay(niceness: number): void {
  try {
    setPriority(0, Math.min(LOWEST_PRIORITY, getPriority(0) + niceness));
  } catch {
    // The host may forbid a lower thread priority; the computed results are the same.
    return;
  }
}

const LOWEST_PRIORITY = 19;

/** Whether an error leaves the memory of a WebAssembly instance in an unknown state: a trap or an exhausted stack. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}
