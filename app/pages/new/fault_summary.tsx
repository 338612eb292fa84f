import { told } from "../../format/told.ts";
import type { JSX } from "preact";
import type { Fault, Refusal } from "../../refusal.ts";
import { useComposer } from "./composer.ts";
import { goToPlace } from "./go_to_place.ts";

/** Why the service refused the run: a sentence, and each fault that is left as a link to its field. */
export function FaultSummary({ refusal }: { readonly refusal: Refusal }): JSX.Element | null {
  const { faults } = useComposer();
  const left = faults.value;
  if (refusal.faults.length > 0 && left.length === 0) {
    return <p class="hint" role="status">All places were changed since. Submit again.</p>;
  }
  const [only] = left, isAllSaid = left.length === 1 && only?.detail === refusal.message;
  return (
    <div class="notice notice-fault" role="alert">
      {isAllSaid ? <p>{linkTo(only)}</p> : <p>{told(refusal.message)}</p>}
      {isAllSaid || left.length === 0
        ? null
        : <ul>{left.map((fault) => <li key={fault.pointer + fault.detail}>{linkTo(fault)}</li>)}</ul>}
    </div>
  );
}

function linkTo({ pointer, detail }: Fault): JSX.Element {
  return <button type="button" class="link" onClick={() => goToPlace(pointer)}>{told(detail)}</button>;
}
