import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { components } from "../../../../clients/typescript/mod.ts";
import { useAction } from "../../../action.ts";
import { answered, api, ownPath } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy_button.tsx";
import { Refused } from "../../../components/refused.tsx";
import { Shown } from "../../../components/shown.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { bytes } from "../../../format/bytes.ts";
import { moment } from "../../../format/moment.ts";
import { loadable, useLoaded } from "../../../loaded.ts";
import { mayPass } from "../../../refusal.ts";
import { serviceNow } from "../../../session/service_clock.ts";
import { useReport } from "../report_state.ts";
import type { ShownResult } from "../shown_result.ts";

type Artifact = components["schemas"]["Artifact"];
type Report = components["schemas"]["Report"];

const artifactsOfRun = loadable((id: string, signal) =>
  answered(api.GET("/jobs/{run_id}/artifacts", { params: { path: { run_id: id } }, signal }))
);

/** Kinds of reports, with what they are for. */
const REPORTS: readonly { readonly kind: Report["kind"]; readonly title: string; readonly text: string }[] = [
  { kind: "summary", title: "Summary", text: "Two pages" },
  { kind: "full", title: "Full report", text: "All that the run has" },
  { kind: "backtest", title: "Backtest report", text: "The backtest within the run" },
];

/** The files of a run: reports as PDF, the spreadsheet, tables and charts, with links that can be shared. */
export function FilesTab({ shown: { job, config } }: { readonly shown: ShownResult }): JSX.Element {
  const loaded = useLoaded(artifactsOfRun, job.run_id);
  return (
    <div class="stack">
      <section aria-label="Reports" class="report-cards">
        {REPORTS.filter(({ kind }) => kind !== "backtest" || config.rolling_backtest !== undefined).map((report) => (
          <ReportCard
            key={report.kind}
            id={job.run_id}
            {...report}
            onReady={() => void loaded.reload()}
          />
        ))}
      </section>
      <Shown loaded={loaded} phase="Reading the files">
        {({ items }) => <Files items={items} onRenew={() => void loaded.reload()} />}
      </Shown>
    </div>
  );
}

function Files({ items, onRenew }: { readonly items: readonly Artifact[]; readonly onRenew: () => void }): JSX.Element {
  const end = items[0]?.expires_at ?? null;
  const isOver = useIsPast(end);
  return (
    <>
      {end === null ? null : (
        <p class={isOver ? "notice notice-care" : "muted small"} role="status">
          {isOver
            ? "The links have expired. A link is good for fifteen minutes. "
            : `Anybody who has a link can open its file until ${moment(end)}. `}
          <Button kind="quiet" onClick={onRenew}>Make new links</Button>
        </p>
      )}
      <Table caption="Files" columns={columnsOf(isOver)} rows={items} keyOf={({ name }) => name} />
    </>
  );
}

function columnsOf(isOver: boolean): readonly Column<Artifact, JSX.Element | string>[] {
  return [
    {
      key: "name",
      title: "File",
      value: ({ name }) => name,
      show: ({ name, url }) => isOver ? name : <a href={ownPath(url)} target="_self" download={nameOf(name)}>{name}</a>,
    },
    { key: "type", title: "Type", value: ({ media_type }) => media_type },
    {
      key: "bytes",
      title: "Size",
      isNumber: true,
      value: (file) => file.bytes,
      show: (file) => file.bytes === null ? "made when opened" : bytes(file.bytes),
    },
    {
      key: "link",
      title: "Link to share",
      show: ({ name, url, expires_at }) =>
        isOver ? <span class="muted">Expired</span> : (
          <CopyButton
            text={() => url}
            label="Copy link"
            of={name}
            said={`Copied, good until ${moment(expires_at)}`}
          />
        ),
    },
  ];
}

/** Returns the name under which a file is saved: that of the artifact without its folder. */
function nameOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Whether a moment is over, which is found out when it comes. */
function useIsPast(end: string | null): boolean {
  const isPast = useSignal(false);
  useEffect(() => {
    if (end === null) return;
    const left = Date.parse(end) - serviceNow();
    isPast.value = left <= 0;
    const timer = left <= 0 ? undefined : setTimeout(() => isPast.value = true, left);
    return () => clearTimeout(timer);
  }, [end]);
  return isPast.value;
}

interface ReportCardProps {
  readonly id: string;
  readonly kind: Report["kind"];
  readonly title: string;
  readonly text: string;
  readonly onReady: () => void;
}

/** A report of the run: asked for, waited for, and opened. */
function ReportCard({ id, kind, title, text, onReady }: ReportCardProps): JSX.Element {
  const { report, refusal, follow } = useReport(id, kind, onReady);
  const asking = useAction(async () => {
    await answered(api.POST("/jobs/{run_id}/report/pdf", { params: { path: { run_id: id } }, body: { kind } }));
    follow();
  });
  const status = report?.status ?? "absent", refused = asking.refusal ?? refusal;
  const isFollowed = refusal === null || mayPass(refusal);
  const isMade = (status === "queued" || status === "rendering") && isFollowed;
  const action = status === "failed" ? "Try again" : "Make PDF";
  const isOver = useIsPast(report?.expires_at ?? null);
  return (
    <div class="card">
      <h2>{title}</h2>
      <p class="muted small">{text}</p>
      <div role="status">
        {isMade ? <p class="small">{status === "queued" ? "Waiting for its turn" : "Being written"}</p> : null}
        {isMade ? <progress aria-label={title} /> : null}
      </div>
      {report?.status === "failed" ? <p class="fault">{report.reason ?? "The report could not be made"}</p> : null}
      {refused === null ? null : <Refused refusal={refused} onRetry={refused === refusal ? follow : undefined} />}
      <div class="row">
        {status === "ready" && isOver
          ? <Button onClick={follow}>Make a new link</Button>
          : status === "ready" && report?.url !== undefined
          ? (
            <>
              <a
                class="button"
                href={ownPath(report.url)}
                target="_self"
                download={`report_${kind}.pdf`}
                aria-label={`Open PDF: ${title}`}
              >
                Open PDF
              </a>
              <CopyButton
                text={() => report.url ?? ""}
                label="Copy link"
                of={title}
                said="Copied, good for fifteen minutes"
              />
            </>
          )
          : (
            <Button
              isRunning={isMade || asking.isRunning}
              label={`${action}: ${title}`}
              onClick={() => void asking.run()}
            >
              {action}
            </Button>
          )}
      </div>
    </div>
  );
}
