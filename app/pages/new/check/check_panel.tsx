import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Waiting } from "../../../components/waiting.tsx";
import { RangesBars } from "../../../charts/ranges_bars.tsx";
import { told } from "../../../format/told.ts";
import { asRefusal, type Fault, type Refusal } from "../../../refusal.ts";
import { requestAt, useComposer } from "../composer.ts";
import { isObject, type JsonObject } from "../json.ts";
import { ConflictNotice } from "./conflict_notice.tsx";
import { DoubtsLine } from "./doubts_line.tsx";
import { filledFaults } from "./filled_faults.ts";
import { askPreflight, type Preflight, preflightBody } from "./preflight.ts";

export interface CheckPanelProps {
  /** Returns the body that is sent for the part of a request that a preflight takes. */
  readonly bodyOf: (request: JsonObject) => Blob;
  /** What makes another check necessary beside the request: the history of the caller's own, for example. */
  readonly source: unknown;
  readonly onFaults: (faults: readonly Fault[]) => void;
}

/** Milliseconds after the last change at which the rules are checked. */
const CHECK_AFTER_MS = 500;

/** What the rules allow, checked by the service while one types: conflicts with ways out, and reachable ranges. */
export function CheckPanel({ bodyOf, source, onFaults }: CheckPanelProps): JSX.Element | null {
  const composer = useComposer();
  const { request, assets, catalogue } = composer;
  const found = useSignal<Preflight | null>(null);
  const refusal = useSignal<Refusal | null>(null);
  const isAsking = useSignal(false);
  const asked = JSON.stringify(preflightBody(request.value, catalogue.schemas));
  const hasAssets = assets.value.length > 0;
  const isBeyondPlan = refusal.value?.status === 403;
  useEffect(() => {
    if (!hasAssets || isBeyondPlan) return;
    const leaving = new AbortController();
    const check = async (): Promise<void> => {
      isAsking.value = true;
      try {
        const answer = await askPreflight(bodyOf(preflightBody(request.value, catalogue.schemas)), leaving.signal);
        if (leaving.signal.aborted) return;
        if (answer.kind === "later") {
          timer = setTimeout(() => void check(), answer.seconds * 1_000);
          return;
        }
        found.value = answer.preflight;
        refusal.value = null;
        onFaults([]);
      } catch (error) {
        if (leaving.signal.aborted) return;
        refusal.value = asRefusal(error);
        found.value = null;
        onFaults(filledFaults(refusal.value.faults, request.value));
      }
      isAsking.value = false;
    };
    let timer = setTimeout(() => void check(), CHECK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
      isAsking.value = false;
    };
  }, [asked, source, hasAssets, isBeyondPlan]);
  useEffect(() => {
    if (isBeyondPlan) return;
    // What was found in a history is not said of the next one while that waits for its check.
    refusal.value = null;
    found.value = null;
    onFaults([]);
  }, [source]);
  if (!hasAssets) return null;
  const held = requestAt(composer, ["starting_portfolio"]);
  return (
    <section class="card check-panel" aria-label="Check of the rules" aria-busy={isAsking.value}>
      <h2>What the rules allow</h2>
      <Verdict
        preflight={found.value}
        refusal={refusal.value}
        filled={filledFaults(refusal.value?.faults ?? [], request.value)}
        isAsking={isAsking.value}
      />
      {found.value === null ? null : (
        <>
          <DoubtsLine doubts={found.value.doubts} what="the request and its data" />
          {found.value.conflict === null ? null : <ConflictNotice conflict={found.value.conflict} />}
          {found.value.ranges === null
            ? null
            : <RangesBars ranges={found.value.ranges} held={isObject(held) ? weightsOf(held) : null} />}
        </>
      )}
    </section>
  );
}

function Verdict(
  { preflight, refusal, filled, isAsking }: {
    readonly preflight: Preflight | null;
    readonly refusal: Refusal | null;
    /** The faults of the refusal at places in which there is something. */
    readonly filled: readonly Fault[];
    readonly isAsking: boolean;
  },
): JSX.Element {
  return (
    <div role="status">
      {refusal !== null && refusal.faults.length > 0 && filled.length === 0
        ? <p class="hint">The rules are checked once what you have added is filled in.</p>
        : refusal !== null
        ? (
          <p class={refusal.status === 403 ? "hint" : "fault"}>
            {refusal.status === 403
              ? `${told(refusal.message)}. Rules in conflict are still told when you submit.`
              : told(
                filled.length < refusal.faults.length ? filled.map(({ detail }) => detail).join(". ") : refusal.message,
              )}
          </p>
        )
        : preflight === null
        ? <Waiting phase="Checking the rules" />
        : (
          <p class="verdict" data-good={preflight.feasible === true || undefined}>
            {preflight.feasible === true
              ? "✓ Some weights keep all rules."
              : preflight.feasible === false
              ? "✗ No weights keep all rules."
              : "The check could not prove whether some weights keep all rules."}
            {preflight.not_judged.length === 0
              ? ""
              : ` Judged only with prices: ${preflight.not_judged.join(", ").replaceAll("_", " ")}.`}
            <span class="muted">{isAsking ? " checking …" : ""}</span>
          </p>
        )}
    </div>
  );
}

function weightsOf(held: JsonObject): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(held).flatMap(([id, weight]) => typeof weight === "number" ? [[id, weight] as const] : []),
  );
}
