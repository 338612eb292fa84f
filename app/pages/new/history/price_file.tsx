import { told } from "../../../format/told.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { DropZone } from "../../../components/drop_zone.tsx";
import { Waiting } from "../../../components/waiting.tsx";
import { IS_STUDIO } from "../../../studio/is_studio.ts";
import { FolderList } from "../../../studio/folder_list.tsx";
import { useComposer } from "../composer.ts";
import { readInWorker } from "./read_in_worker.ts";
import type { ReadHistory } from "./reading.ts";

export interface PriceFileProps {
  readonly onRead: (history: ReadHistory) => void;
}

/** A file of prices or returns, read at this machine: nothing of it is sent before the run is. */
export function PriceFile({ onRead }: PriceFileProps): JSX.Element {
  const { catalogue: { requirements: { submission: { limits } } }, forgetFaultsOfHistory } = useComposer();
  const kind = useSignal<"prices" | "returns">("prices");
  const share = useSignal<number | null>(null);
  const name = useSignal("");
  const faults = useSignal<readonly string[]>([]);
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  // What was said of the file before is not of this one.
  const begin = (): void => {
    faults.value = [];
    forgetFaultsOfHistory();
  };
  const read = async (file: File): Promise<void> => {
    running.current.abort();
    const leaving = running.current = new AbortController();
    name.value = file.name;
    begin();
    share.value = 0;
    try {
      const { history, faults: found } = await readInWorker(
        { file, kind: kind.value, limits },
        { signal: leaving.signal, onProgress: (done) => share.value = done },
      );
      if (history === null) faults.value = found;
      else onRead(history);
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    }
    if (running.current === leaving) share.value = null;
  };
  return (
    <div class="asset-paste">
      <div class="row" role="radiogroup" aria-label="What the file holds">
        {(["prices", "returns"] as const).map((one) => (
          <label key={one} class="row">
            <input type="radio" name="kind-of-file" checked={kind.value === one} onChange={() => kind.value = one} />
            {one === "prices" ? "Prices" : "Returns"}
          </label>
        ))}
      </div>
      <DropZone
        label={`Choose a file of ${kind.value}`}
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        onFile={(file) => void read(file)}
      >
        CSV or .xlsx: a column of days, and one for each asset. Semicolons, decimal commas and most ways to write a day
        are understood. The file is read at this machine.
      </DropZone>
      {IS_STUDIO ? <FolderList onBegin={begin} onFile={(file) => void read(file)} /> : null}
      {share.value === null ? null : <Waiting phase={`Reading ${name.value}`} share={share.value} />}
      <div role="alert">
        {faults.value.length === 0 ? null : (
          <div class="notice notice-fault">
            <p>
              <strong>
                <bdi>{name.value}</bdi> was not taken.
              </strong>
            </p>
            <ul>{faults.value.map((fault) => <li key={fault}>{told(fault)}</li>)}</ul>
          </div>
        )}
      </div>
    </div>
  );
}
