import { getPriority, setPriority } from "node:os";
import { errorData, type MessageFromWorker, type MessageToWorker, type ShareOffer } from "./messages.ts";
import type { ComputationContext, Progress } from "../computations/computation.ts";
import { type Phase, watchPhases } from "../domain/phase.ts";
import { systemStopwatch } from "../runtime/clock.ts";
import { PhaseClock } from "../runtime/phase_clock.ts";
import { LendableWorkers } from "./lendable_workers.ts";
import { SharingOwner } from "./sharing_owner.ts";
import { ShareClaims } from "./share_claims.ts";
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
  /** Kinds of the shares that this worker can compute for others; absent if it computes none. */
  readonly shareKinds?: ShareKinds<Kernels>;
  /** Loads computations that are seldom needed, when one is asked for that the worker does not have; absent if none. */
  loadOthers?(): Promise<Readonly<Record<string, Computation<Kernels>>>>;
}

/** List of kinds of shares: prepares what the shares of a computation have in common, and computes one of them. */
export interface ShareKinds<Kernels> {
  get(kind: string): { begin(basis: unknown, kernels: Kernels): (share: number) => unknown } | undefined;
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
  let lendable = new LendableWorkers();
  let sharing: SharingOwner | null = null;
  const send = (message: MessageFromWorker): void => port.postMessage(message, buffersOf(message));
  const told = new ToldProgress((progress) => send({ type: "progress", progress }), systemStopwatch);
  runtime.watchLooks?.(() => {
    told.look();
    sharing?.look();
  });

  const answer = async (name: string, inputs: unknown): Promise<MessageFromWorker> => {
    try {
      const computation = computationIn(computations, name) ?? computationIn(await runtime.loadOthers?.(), name);
      if (computation === undefined) throw new Error(`Cannot find the computation "${name}"`);
      const clock = new PhaseClock<Phase>(systemStopwatch);
      watchPhases((phase) => clock.enter(phase));
      sharing = new SharingOwner((message) => port.postMessage(message, []), lendable);
      const context = {
        kernels: await (kernels ??= runtime.loadKernels(stopFlag)),
        progress: (progress: Progress) => told.say(progress),
        ...runtime.shareKinds === undefined ? {} : { helpers: sharing },
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
      sharing = null;
    }
  };

  const help = async (offer: ShareOffer, helper: number): Promise<MessageFromWorker> => {
    const claims = new ShareClaims(offer.claims);
    const isStopped = (): boolean => Atomics.load(new Int32Array(stopFlag), 0) !== 0;
    try {
      const kind = runtime.shareKinds?.get(offer.kind);
      if (kind === undefined) throw new Error(`Cannot find the kind of share "${offer.kind}"`);
      const compute = kind.begin(offer.basis, await (kernels ??= runtime.loadKernels(stopFlag)));
      for (;;) {
        const share = isStopped() ? null : claims.takeFor(helper);
        if (share === null) break;
        const value = compute(share);
        // The output is copied, not transferred, because the shares may have arrays in common.
        port.postMessage({ type: "share", share, value }, []);
      }
      return { type: "helped", hasFailed: false };
    } catch (error) {
      if (isTrap(error)) kernels = null;
      // The error is ignored here: the owner computes the share again and reports its error.
      return { type: "helped", hasFailed: !runtime.isStop(error) };
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
    if (data.type === "help") return send(await help(data.offer, data.helper));
    if (data.type === "news") return sharing?.hear(data.news);
    stopFlag = data.stopFlag;
    lendable = new LendableWorkers(data.lendable);
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
