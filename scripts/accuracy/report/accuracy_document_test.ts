import assert from "node:assert/strict";
import type { Judgement } from "../programs/judgement.ts";
import type { TimedLine } from "../timing/timed_line.ts";
import { accuracyDocument, type AccuracyLogs } from "./accuracy_document.ts";

const HEADER = { sources: "f".repeat(64), commit: "0123456789abcdef".repeat(2), about: {} };
const NONE: AccuracyLogs = { programs: null, panel: null, hostile: null, cesarone: null, laws: null };

function timed(set: string, name: string, answer: Partial<NonNullable<TimedLine["answer"]>> | null): TimedLine {
  const proven = { status: "optimal", isProven: true, gap: 1e-12, detail: null, seconds: 0.5 } as const;
  return { set, name, secondsAtMost: 1, answer: answer && { ...proven, ...answer }, limit: 60 };
}

Deno.test("the accuracy document says which parts were not run, and names the commit of a part that was", () => {
  const lines = [timed("long only", "min_mad", {})];
  const text = accuracyDocument({ ...NONE, panel: { header: HEADER, lines } });
  assert.equal(text.match(/Not run yet\./g)?.length, 4);
  assert.match(text, /Made from commit 0123456789ab,/);
});

Deno.test("the accuracy document names each method on the panel that is late, stopped or not proven, with the reason", () => {
  const lines = [
    timed("long only", "min_mad", {}),
    timed("long only", "min_cvar", { seconds: 1.25 }),
    timed("long only", "min_evar", null),
    timed("long only", "min_gini", { status: "not_proven", isProven: false, detail: "The gap is 2e-7" }),
  ];
  const text = accuracyDocument({ ...NONE, panel: { header: HEADER, lines } });
  assert.match(text, /1 of 4 are\./);
  assert.match(text, /^- min_cvar, long only: 1\.25 s of 1$/m);
  assert.match(text, /^- min_evar, long only: stopped after 60 s$/m);
  assert.match(text, /^- min_gini, long only: not_proven, The gap is 2e-7$/m);
  assert.doesNotMatch(text, /^- min_mad/m);
  assert.match(text, /^Not run yet, long only: min_volatility, /m);
});

Deno.test("on hostile data a method without a proof counts as answered if it gives a reason, but not if it throws or is stopped", () => {
  const lines = [
    timed("rank one", "min_mad", {}),
    timed("rank one", "hrp", { status: "computed", isProven: false, gap: null }),
    timed("rank one", "max_sharpe", { status: "unbounded", isProven: false, detail: "Without any volatility" }),
    timed("rank one", "kelly", { status: "failed", isProven: false, detail: "thrown: Error" }),
    timed("rank one", "min_evar", null),
  ];
  const text = accuracyDocument({ ...NONE, hostile: { header: { ...HEADER, about: { seed: 1 } }, lines } });
  assert.match(text, /3 of 5 are or do\./);
  assert.match(text, /^\| rank one \| [^|]* \| 5 \| 2 \| 1 \| 2 \| over 60 \| min_evar \|$/m);
  assert.match(text, /^- rank one: max_sharpe: unbounded, Without any volatility$/m);
});

Deno.test("the accuracy document marks a refuted optimum as a missed promise, with its seed", () => {
  const judgement: Judgement = {
    seed: 17,
    method: "min_mad",
    families: [],
    kinds: [],
    isEven: true,
    status: "optimal",
    standing: "refuted",
    fault: "false_optimal",
    gap: 0.1,
    ours: 1,
    best: 0.9,
    source: "HiGHS",
    rivalStatus: "optimal",
    elapsedMs: 1,
    rivalMs: 1,
  };
  const text = accuracyDocument({ ...NONE, programs: { header: HEADER, lines: [judgement] } });
  assert.match(text, /^- \*\*missed\*\*: 1 false_optimal: seeds 17$/m);
  assert.match(text, /^- met: 0 false_infeasible$/m);
  assert.match(text, /^\| min_mad \| 1 \| 1 \| 0 /m);
});

Deno.test("the accuracy document names each law that a method breaks, with the seed of the problem", () => {
  const lines = [
    { method: "min_mad", seed: 1, broken: null },
    { method: "min_mad", seed: 2, broken: "scaled, seed 2: the gap is 2e-7" },
    { method: "min_cvar", seed: 1, broken: null },
  ];
  const text = accuracyDocument({ ...NONE, laws: { header: HEADER, lines } });
  assert.match(text, /in the data\. 2 of 3 are\./);
  assert.match(text, /^\| min_mad \| 2 \| 1 \|$/m);
  assert.match(text, /^- min_mad: scaled, seed 2: the gap is 2e-7$/m);
});
