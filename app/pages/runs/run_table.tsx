import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type Column, Table } from "../../components/table.tsx";
import { moment } from "../../format/moment.ts";
import { useLoaded } from "../../loaded.ts";
import { type Catalogue, catalogue } from "../run/catalogue.ts";
import type { Job } from "../run/job_events.ts";
import { methodText } from "../run/names.ts";
import { changedRunPath } from "../run/run_menu.tsx";
import { titleOf } from "../run/run_title.ts";
import { marketName } from "./run_filters_bar.tsx";
import { StatusMark } from "./status_mark.tsx";

/** Methods of a run that are named; of more only the number. */
const METHODS_NAMED = 2;

export interface RunTableProps {
  readonly caption: string;
  readonly runs: readonly Job[];
  /** Ids of the chosen runs. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
}

/** Runs as a table, of which many can be chosen. */
export function RunTable({ caption, runs, chosen, onChoose }: RunTableProps): JSX.Element {
  const known = useLoaded(catalogue).value;
  const columns = useMemo(() => columnsOf(known), [known]);
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={runs}
      keyOf={({ run_id }) => run_id}
      choice={{ chosen, onChoose, nameOf: titleOf }}
    />
  );
}

/** Returns the columns of a table of runs. Method names come from the catalogue once it is read. */
export function columnsOf(known: Catalogue | null): readonly Column<Job, JSX.Element | string>[] {
  const methods = (job: Job): string => methodsInWords(job.methods, known);
  return [
    { key: "name", title: "Run", value: titleOf, show: (job) => <RunLink job={job} /> },
    { key: "status", title: "State", value: ({ status }) => status, show: (job) => <StatusMark job={job} /> },
    { key: "methods", title: "Methods", value: methods, show: methods },
    { key: "market", title: "Assets", value: ({ market }) => marketName(market) },
    { key: "tags", title: "Tags", value: ({ tags }) => tags.join(", "), show: (job) => <TagMarks tags={job.tags} /> },
    {
      key: "created",
      title: "Submitted",
      value: ({ created_at }) => created_at,
      show: ({ created_at }) => moment(created_at),
    },
    {
      key: "variant",
      title: "Variant",
      show: (job) => (
        <a href={changedRunPath(job.run_id)} aria-label={`Vary ${titleOf(job)}`}>
          Vary
        </a>
      ),
    },
  ];
}

/** The name of a run, which leads to it. */
export function RunLink({ job }: { readonly job: Job }): JSX.Element {
  return (
    <a href={`/app/runs/${job.run_id}`}>
      <bdi>{titleOf(job)}</bdi>
    </a>
  );
}

function TagMarks({ tags }: { readonly tags: readonly string[] }): JSX.Element {
  return <span class="tag-marks">{tags.map((tag) => <span key={tag} class="tag-mark">{tag}</span>)}</span>;
}

/** Returns the names of some methods, and how many more there are. */
export function methodsInWords(methods: readonly string[], known: Catalogue | null): string {
  const names = [...new Set(methods)].map((id) => methodText(id, known).name);
  const more = names.length - METHODS_NAMED;
  return more > 0 ? `${names.slice(0, METHODS_NAMED).join(", ")} and ${more} more` : names.join(", ");
}
