import type { JSX } from "preact";
import type { components } from "../../clients/typescript/mod.ts";
import { answered, api } from "../api.ts";
import { bytes } from "../format/bytes.ts";
import { count } from "../format/count.ts";
import { wordsOf } from "../format/words_of.ts";
import { loadable } from "../loaded.ts";

/** The plan of the account with its meters. */
export const billing = loadable((_key, signal) => answered(api.GET("/billing/me", { signal })));

/** What of a plan is used: its meters of the month, and its storage. */
export function PlanMeters(
  { meters, storage_bytes }: Pick<components["schemas"]["Billing"], "meters" | "storage_bytes">,
): JSX.Element {
  return (
    <dl class="meters">
      {meters.map(({ name, used, limit }) => (
        <Use key={name} name={wordsOf(name)} used={used} limit={limit} write={count} />
      ))}
      <Use name="Storage" used={storage_bytes.used} limit={storage_bytes.limit} write={bytes} />
    </dl>
  );
}

interface UseProps {
  readonly name: string;
  readonly used: number;
  /** Largest use that the plan allows; null without a limit. */
  readonly limit: number | null;
  readonly write: (value: number) => string;
}

function Use({ name, used, limit, write }: UseProps): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {limit === null ? `${write(used)} used, without a limit` : (
          <>
            <span>{write(used)} of {write(limit)} used</span>
            <meter aria-label={name} min={0} max={limit} value={used} />
          </>
        )}
      </dd>
    </div>
  );
}
