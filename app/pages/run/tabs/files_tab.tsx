import type { JSX } from "preact";
import type { components } from "../../../../clients/typescript/mod.ts";
import { useAction } from "../../../action.ts";
import { answered, api } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/copy_button.tsx";
import { Shown } from "../../../components/shown.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { bytes } from "../../../format/bytes.ts";
import { moment } from "../../../format/moment.ts";
import { loadable, useLoaded } from "../../../loaded.ts";
import { mayPass, Refusal } from "../../../refusal.ts";
import { sendPatiently } from "../../../session/send.ts";
import { RefusedOfRun } from "../refused_of_run.tsx";
import { useReport } from "../report_state.ts";
import type { ShownResult } from "../shown_result.ts";
import { useIsPast } from "../use_is_past.ts";
import { FileLink } from "./file_link.tsx";

type Artifact = components["schemas"]["Artifact"];
type Report = components["schemas"]["Report"];

const artifactsOfRun = loadable(artifactsIn);

function artifactsIn(id: string, signal: AbortSignal | null = null) {
  return answered(api.GET("/jobs/{run_id}/artifacts", { params: { path: { run_id: id } }, signal }));
}

/** Kinds of reports, with what they are for. */
const REPORTS: readonly { readonly kind: Report["kind"]; readonly title: string; readonly text: string }[] = [
  { kind: "summary", title: "Summary", text: "Two pages" },
  { kind: "full", title: "Full report", text: "All that the run has" },
  { kind: "backtest", title: "Backtest report", text: "The backtest within the run" },
];

/** The files of a run: reports as PDF, the spreadsheet, tables and charts, with links that can be shared. */
export function FilesTab({ shown: { job, config } }: { readonly shown: ShownResult }): JSX.Element {
  const loaded = useLoaded(artifactsOfRun, job.run_id);
  // Nothing is made of a run that is not there any more, and its links open nothing.
  if (loaded.refusal?.status === 404) return <RefusedOfRun refusal={loaded.refusal} />;
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
        {({ items }) => <Files id={job.run_id} items={items} onRenew={() => void loaded.reload()} />}
      </Shown>
    </div>
  );
}

interface FilesProps {
  readonly id: string;
  readonly items: readonly Artifact[];
  readonly onRenew: () => void;
}

function Files({ id, items, onRenew }: FilesProps): JSX.Element {
  const end = items[0]?.expires_at ?? null;
  const isOver = useIsPast(end);
  return (
    <>
      {end === null ? null : (
        <p class={isOver ? "notice notice-care" : "muted small"} role="status">
          {isOver
            ? "The links have expired: a link is good for fifteen minutes. A click on a file still saves it. "
            : `Anybody who has a link can open its file until ${moment(end)}. `}
          <Button kind="quiet" onClick={onRenew}>Make new links</Button>
        </p>
      )}
      <Table caption="Files" columns={columnsOf(id, isOver)} rows={items} keyOf={({ name }) => name} />
    </>
  );
}

function columnsOf(id: string, isOver: boolean): readonly Column<Artifact, JSX.Element | string>[] {
  return [
    {
      key: "name",
      title: "File",
      value: ({ name }) => name,
      show: ({ name, url }) => (
        <FileLink url={url} isOver={isOver} renew={() => newLink(id, name)} name={nameOf(name)}>{name}</FileLink>
      ),
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

/** Asks for new links to the files of a run, and returns the one to a file. Throws a `Refusal` where there is none. */
async function newLink(id: string, name: string): Promise<string> {
  const value = await artifactsIn(id);
  artifactsOfRun.known(id).value = { value, refusal: null, isWaiting: false };
  const file = value.items.find((item) => item.name === name);
  if (file === undefined) {
    throw new Refusal(404, { code: "not_found", detail: `The run has no file "${name}" any more` });
  }
  return file.url;
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
    const params = { path: { run_id: id } };
    // A report that is being made, or is made, is not made again.
    await answered(api.POST("/jobs/{run_id}/report/pdf", { params, body: { kind }, fetch: sendPatiently }));
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
      <RefusedOfRun refusal={refused} onRetry={refused === refusal ? follow : undefined} />
      <div class="row">
        {status === "ready" && report?.url !== undefined
          ? (
            <>
              <FileLink
                url={report.url}
                isOver={isOver}
                renew={() => newReportLink(id, kind)}
                name={`report_${kind}.pdf`}
                class="button"
                label={`Open PDF: ${title}`}
              >
                Open PDF
              </FileLink>
              {isOver
                ? <Button kind="quiet" label={`Make a new link: ${title}`} onClick={follow}>Make a new link</Button>
                : (
                  <CopyButton
                    text={() => report.url ?? ""}
                    label="Copy link"
                    of={title}
                    said="Copied, good for fifteen minutes"
                  />
                )}
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

/** Returns a new link to a report that was made. Throws a `Refusal` where there is none. */
async function newReportLink(id: string, kind: Report["kind"]): Promise<string> {
  const params = { path: { run_id: id }, query: { kind } };
  const { url } = await answered(api.GET("/jobs/{run_id}/report/status", { params }));
  if (url === undefined) throw new Refusal(404, { code: "not_found", detail: "This report is gone: make it again" });
  return url;
}
