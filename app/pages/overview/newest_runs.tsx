import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Shown } from "../../components/shown.tsx";
import { Table } from "../../components/table.tsx";
import { loadable, useLoaded } from "../../loaded.ts";
import { catalogue } from "../run/catalogue.ts";
import { columnsOf } from "../runs/run_table.tsx";
import { readRuns } from "../runs/run_list.ts";

/** Runs that the overview shows. */
const SHOWN = 6;
/** Columns of the history that the overview leaves out. */
const LEFT_OUT = new Set(["market", "tags"]);

/** The newest runs of the account. */
export const newestRuns = loadable((_key, signal) => readRuns({}, { limit: SHOWN, signal }));

/** The newest runs, each of which can be opened, or changed and sent again. */
export function NewestRuns(): JSX.Element {
  const known = useLoaded(catalogue).value;
  const columns = useMemo(() => columnsOf(known).filter(({ key }) => !LEFT_OUT.has(key)), [known]);
  return (
    <section class="card" aria-labelledby="newest-title">
      <header class="card-head">
        <h2 id="newest-title">Newest runs</h2>
        <span class="row small">
          <a href="/app/compare">Comparisons</a>
          <a href="/app/runs">All runs</a>
        </span>
      </header>
      <Shown loaded={useLoaded(newestRuns)} phase="Reading the newest runs">
        {({ runs }) => (
          <Table
            caption="Newest runs"
            isCaptionHidden
            columns={columns}
            rows={runs}
            keyOf={({ run_id }) => run_id}
          />
        )}
      </Shown>
    </section>
  );
}
