import { z } from "zod";
import type { Doubt } from "../../domain/doubt.ts";
import { jsonPointer } from "../../domain/errors.ts";
import { largeBorrowFee } from "../../doubts/kinds/large_borrow_fee.ts";
import type { RequestFacts } from "./request_facts.ts";
import { ruleSetsOf } from "./rule_sets.ts";

const shape = z.object({
  exposure: z.object({ borrow_fee: z.union([z.number(), z.record(z.string(), z.number())]) }),
});
/** Annual borrow fees from which percent is meant: of all assets, and of one that is hard to borrow. */
const LARGE_FOR_ALL = 0.3, LARGE_FOR_ONE = 1;
/** Fee from which basis points are meant. */
const BASIS_POINTS_FROM = 10;

/** Doubts annual borrow fees that look like percent or basis points. */
export function borrowFeeDoubts({ request }: RequestFacts): readonly Doubt[] {
  return ruleSetsOf(request).flatMap(({ constraints, pointer }) => {
    const fee = shape.safeParse(constraints).data?.exposure.borrow_fee, at = `${pointer}/exposure/borrow_fee`;
    if (fee === undefined) return [];
    if (typeof fee === "number") return fee < LARGE_FOR_ALL ? [] : [doubted(at, fee, [])];
    const odd = Object.entries(fee).filter(([, one]) => one >= LARGE_FOR_ONE);
    return odd.slice(0, 1).map(([asset, one]) => doubted(at + jsonPointer(asset), one, odd.map(([name]) => name)));
  });
}

function doubted(pointer: string, fee: number, assets: readonly string[]): Doubt {
  const factor = fee < BASIS_POINTS_FROM ? 100 : 10_000;
  return largeBorrowFee.about(assets, { pointer, fee, meant: Number((fee / factor).toPrecision(12)), factor });
}
