import { told } from "../../../format/told.ts";
import type { JSX } from "preact";
import type { Doubt } from "./preflight.ts";

/** What the service doubts about the request and its data: one line, with all sentences on request. */
export function DoubtsLine(
  { doubts, what }: { readonly doubts: readonly Doubt[]; readonly what: string },
): JSX.Element | null {
  if (doubts.length === 0) return null;
  const wrong = doubts.filter(({ severity }) => severity === "wrong").length;
  const [first] = doubts;
  const head = doubts.length === 1 ? `1 note on ${what}` : `${doubts.length} notes on ${what}`;
  return (
    <details class={wrong > 0 ? "notice notice-fault doubts" : "notice notice-care doubts"}>
      <summary>
        <span>
          <strong>{wrong > 0 ? `${wrong} of ${head}: can hardly be meant` : head}.</strong> {told(first?.detail ?? "")}
        </span>
        <span class="show">show</span>
      </summary>
      <ul>
        {doubts.map(({ code, detail, severity }, index) => (
          <li key={index}>
            {told(detail)} <span class="muted small">{severity} · {code}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
