import { Stopped } from "../../domain/stopped.ts";
import { shouldStop } from "../../kernels/stop_flag.ts";
import type { ComputationContext, Helpers } from "../computation.ts";
import type { ShareKind, ShareTypes } from "./share_kind.ts";

/**
 * Counted work from which shares are offered to other workers. To hand shares out takes a few milliseconds, and counted
 * work is an upper bound: twenty assets over five years by five methods count 250 and take 20 ms.
 */
export const SHARED_FROM_WORK = 500;

/** Shares of a run to compute. */
export interface Shares<Basis> {
  readonly basis: Basis;
  /** Number of shares. */
  readonly count: number;
  /** Counted work of all shares together. */
  readonly work: number;
  /** Called once for each share, when this thread begins to compute it or receives its output; not if absent. */
  readonly onShare?: (share: number) => void;
}

/**
 * Computes the shares of a run and returns their outputs in the order of the shares. Idle workers help if there are any
 * and the work is large. This thread computes every share that no helper takes or that a helper gives back, so a lost
 * helper costs only time. Throws the error of a share, and `Stopped` when the run has been stopped.
 */
export async function computeShares<Types extends ShareTypes>(
  kind: ShareKind<Types>,
  { basis, count, work, onShare = () => {} }: Shares<Types["basis"]>,
  { kernels, helpers }: Pick<ComputationContext, "kernels" | "helpers">,
): Promise<readonly Types["output"][]> {
  const compute = kind.begin(basis, kernels);
  const told = new Set<number>();
  const tell = (share: number): void => {
    if (shouldStop()) throw new Stopped();
    if (!told.has(share)) onShare(share);
    told.add(share);
  };
  const outputs = new Map<number, Types["output"]>();
  const computeHere = (share: number): void => {
    tell(share);
    outputs.set(share, compute(share));
  };
  if (helpers === undefined || count < 2 || work < SHARED_FROM_WORK) {
    for (let share = 0; share < count; share++) computeHere(share);
  } else {
    await computeWithHelpers(helpers, { kind: kind.id, basis, count, work }, { outputs, computeHere, tell });
  }
  return Array.from({ length: count }, (_, share) => outputs.get(share));
}

/** Offers shares to helpers and computes those that are left, until every share has an output. */
async function computeWithHelpers(
  helpers: Helpers,
  shares: Parameters<Helpers["offer"]>[0],
  { outputs, computeHere, tell }: {
    readonly outputs: Map<number, unknown>;
    readonly computeHere: (share: number) => void;
    readonly tell: (share: number) => void;
  },
): Promise<void> {
  const offered = helpers.offer(shares);
  try {
    for (;;) {
      for (const [share, output] of offered.received()) {
        tell(share);
        outputs.set(share, output);
      }
      if (outputs.size === shares.count) return;
      const share = offered.take();
      if (share !== null) computeHere(share);
      else {
        await offered.news();
        if (shouldStop()) throw new Stopped();
      }
    }
  } finally {
    offered.close();
  }
}
