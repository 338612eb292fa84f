/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import type { ComputationContext } from "../../src/computations/computation.ts";
import { computeShares } from "../../src/computations/shares/compute_shares.ts";
import type { ShareKind, ShareTypes } from "../../src/computations/shares/share_kind.ts";
import { registry } from "../../src/domain/registry.ts";
import { serveComputations } from "../../src/jobs/worker_loop.ts";
import { type Kernels, loadKernels } from "../../src/kernels/mod.ts";
import { Stopped } from "../../src/domain/stopped.ts";
import { shouldStop, watchLooks } from "../../src/kernels/stop_flag.ts";

/**
 * What a helper does with a share of a test: `spin` and `sleep` do so at the first share alone, until the stop flag is
 * raised, or until the gate opens without regard to the flag. The owner of the shares computes each of them.
 */
export type HelperDeed = "compute" | "fail" | "die" | "spin" | "sleep";

/** Shares of a test computation. */
export interface TestShares {
  readonly count: number;
  readonly deed: HelperDeed;
  /**
   * Shared memory in which helpers count the shares that they have begun (place 0). The owner begins its first share
   * only when a helper has begun one, and ends it when place 1 is not 0.
   */
  readonly gate: Int32Array<SharedArrayBuffer>;
  readonly values: Float64Array;
}

interface TestShareTypes extends ShareTypes {
  readonly basis: TestShares;
  readonly output: { readonly square: number; readonly isHelped: boolean };
}

/** Whether this worker runs the computation that offers the shares. */
let isOwner = false;

const testShares: ShareKind<TestShareTypes> = {
  id: "test",
  begin: ({ deed, gate, values }) => (share) => {
    const output = { square: values[share] ** 2, isHelped: !isOwner };
    if (isOwner) {
      waitUntil(() => Atomics.load(gate, 0) !== 0 && Atomics.load(gate, 1) !== 0);
      return output;
    }
    const isFirst = Atomics.add(gate, 0, 1) === 0;
    if (deed === "fail") throw new Error("A helper fails");
    if (deed === "die") dieAtTheNextMessage();
    if (deed === "sleep" && isFirst) { while (Atomics.load(gate, 1) === 0) sleep(2); }
    if (deed === "spin" && isFirst) waitUntil(() => false);
    return output;
  },
};

const COMPUTATIONS = {
  share: {
    async compute(
      shares: TestShares,
      context: ComputationContext,
    ): Promise<readonly TestShareTypes["output"][]> {
      isOwner = true;
      try {
        return await computeShares(testShares, { basis: shares, count: shares.count, work: 1e6 }, context);
      } finally {
        isOwner = false;
      }
    },
  },
  square: { compute: (value: number): number => value ** 2 },
  /** Says by place 0 of the gate that it has begun, and ends when place 1 is not 0. */
  wait: {
    compute(gate: Int32Array<SharedArrayBuffer>): null {
      Atomics.store(gate, 0, 1);
      waitUntil(() => Atomics.load(gate, 1) !== 0);
      return null;
    },
  },
};

export type SharingComputations = {
  share: { inputs: TestShares; output: readonly TestShareTypes["output"][] };
  square: { inputs: number; output: number };
  wait: { inputs: Int32Array<SharedArrayBuffer>; output: null };
};

/** Looks at the stop flag and at a condition every few milliseconds, until the condition holds. */
function waitUntil(isTrue: () => boolean): void {
  for (; !isTrue(); sleep(2)) if (shouldStop()) throw new Stopped();
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Makes the worker thread of a test end when it tries to send a message. */
function dieAtTheNextMessage(): void {
  self.postMessage = () => {
    throw new Error("The worker dies");
  };
}

serveComputations<Kernels>(self, COMPUTATIONS, {
  loadKernels,
  isStop: (error) => error instanceof Stopped,
  watchLooks,
  shareKinds: registry<ShareKind>([testShares]),
});
