import { told } from "../../../format/told.ts";
import type { JSX } from "preact";
import { Button } from "../../../components/button.tsx";
import { toast } from "../../../components/toasts.tsx";
import { shortNumber } from "../../../format/short_number.ts";
import { wordsOf } from "../../../format/words_of.ts";
import { type Composer, requestAt, useComposer } from "../composer.ts";
import { goToPlace } from "../go_to_place.ts";
import { isObject, pointerOf } from "../json.ts";
import type { Conflict, Relaxation } from "./preflight.ts";
import { limitsOf } from "./limits_of.ts";
import { placeOf, relaxedRules } from "./relaxed_rules.ts";

/** Rules that cannot be met together, and the ways out that the service computed, each with a button to apply it. */
export function ConflictNotice({ conflict }: { readonly conflict: Conflict }): JSX.Element {
  const composer = useComposer();
  const ways = conflict.relaxation.filter(({ to }) => to !== null);
  return (
    <div class="notice notice-fault" role="alert">
      <p>
        <strong>These rules cannot be met together.</strong>{" "}
        {conflict.minimum ? "There is no smaller set of rules in conflict." : ""}
      </p>
      <ul>
        {conflict.rules.map(({ family, rule, detail }) => (
          <li key={`${family} ${rule} ${detail}`}>
            <button type="button" class="link" onClick={() => show(family)}>{told(detail)}</button>
          </li>
        ))}
      </ul>
      {ways.length === 0 ? null : (
        <>
          <p>Ways out, each of which is enough alone:</p>
          <ul class="ways">
            {ways.map((way) => (
              <li key={`${way.family} ${way.rule} ${way.limit}`}>
                <Button kind="quiet" onClick={() => apply(composer, [way])}>{sentenceOf(way)}</Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {conflict.joint_relaxation.length < 2 ? null : (
        <p>
          <Button kind="quiet" onClick={() => apply(composer, conflict.joint_relaxation)}>
            Or change {conflict.joint_relaxation.length} limits a little:{" "}
            {conflict.joint_relaxation.map(sentenceOf).join("; ")}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Applies changes of limits. What has no known place in the rules is shown, so that the person changes it. */
function apply(composer: Composer, ways: readonly Relaxation[]): void {
  const before = requestAt(composer, ["constraints"]);
  const hasLimit = limitsOf(composer.catalogue);
  let rules = isObject(before) ? before : {};
  for (const way of ways) {
    const next = relaxedRules(rules, way, hasLimit);
    if (next === null) {
      show(way.family);
      toast(`Change this limit yourself: ${sentenceOf(way)}`);
      return;
    }
    rules = next;
  }
  composer.set(["constraints"], rules);
  toast("The limit was changed", () => composer.set(["constraints"], before));
  const [first] = ways, place = first === undefined ? null : placeOf(rules, first, hasLimit);
  if (place !== null) goToPlace(pointerOf(["constraints", ...place]));
}

function show(family: string): void {
  goToPlace(pointerOf(["constraints", family]));
}

function sentenceOf({ family, rule, limit, from, to }: Relaxation): string {
  const name = rule === null || rule === "default" ? wordsOf(family) : `${wordsOf(family)} of ${rule}`;
  return `${told(name)}: ${limit} ${shortNumber(from)} → ${to === null ? "no limit helps" : shortNumber(to)}`;
}
