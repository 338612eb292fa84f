import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { jobRecord } from "./followed_job.ts";
import type { Job } from "./job_events.ts";

export interface VersionsProps {
  readonly label: string;
  readonly versions: readonly { readonly key: string; readonly name: string }[];
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
}

/** A field that chooses one of several backtests or simulations. */
export function Versions({ label, versions, chosen, onChoose }: VersionsProps): JSX.Element {
  const id = useId();
  return (
    <span class="shown-method">
      <label for={id}>{label}</label>
      <select id={id} value={chosen ?? ""} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {versions.map(({ key, name }) => <option key={key} value={key}>{name}</option>)}
      </select>
    </span>
  );
}

/** Returns what the name of a version says of its state, unless it has succeeded. `listed` is the state in its list. */
export function stateInVersion(id: string, listed: Job["status"]): string {
  // The list is older than what following a job has told since.
  const now = jobRecord.known(id).value.value?.status ?? listed;
  return now === "succeeded" ? "" : `, ${now}`;
}
