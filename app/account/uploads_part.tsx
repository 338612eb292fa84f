import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { components } from "../../clients/typescript/mod.ts";
import { answered, api, done } from "../api.ts";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Empty } from "../components/empty.tsx";
import { Shown } from "../components/shown.tsx";
import { type Column, Table } from "../components/table.tsx";
import { toast } from "../components/toasts.tsx";
import { bytes } from "../format/bytes.ts";
import { count } from "../format/count.ts";
import { moment } from "../format/moment.ts";
import { told } from "../format/told.ts";
import { wordsOf } from "../format/words_of.ts";
import { loadable, useLoaded } from "../loaded.ts";

type Upload = components["schemas"]["Upload"];

const uploads = loadable((_key, signal) => answered(api.GET("/uploads", { signal })));

/** The files that were sent to the service for runs, which count of the plan's storage. */
export function UploadsPart(): JSX.Element {
  const asked = useSignal<Upload | null>(null);
  return (
    <section class="stack">
      <Shown loaded={useLoaded(uploads)} phase="Reading the uploads">
        {({ items }) =>
          items.length === 0
            ? (
              <Empty title="No uploads">
                <p>
                  A file of prices that is too large for the request of a run is sent before it, and stands here until
                  it is deleted or its time is over.
                </p>
              </Empty>
            )
            : (
              <Table
                caption="Uploads"
                rows={items}
                keyOf={({ upload_id }) => upload_id}
                columns={columnsOf((upload) => asked.value = upload)}
              />
            )}
      </Shown>
      <Confirm
        title={asked.value === null ? "" : `Delete ${nameOf(asked.value)}?`}
        action="Delete the upload"
        isOpen={asked.value !== null}
        onClose={() => asked.value = null}
        onConfirm={() => asked.value === null ? Promise.resolve() : remove(asked.value)}
      >
        <p>Runs that have used it keep their results and their data. New runs cannot use it any more.</p>
      </Confirm>
    </section>
  );
}

function columnsOf(onDelete: (upload: Upload) => void): readonly Column<Upload, JSX.Element | string>[] {
  return [
    { key: "name", title: "File", value: nameOf, show: (upload) => <bdi>{nameOf(upload)}</bdi> },
    { key: "kind", title: "Content", value: ({ kind }) => kind, show: ({ kind }) => wordsOf(kind) },
    { key: "status", title: "Status", value: ({ status }) => status, show: statusOf },
    {
      key: "assets",
      title: "Assets",
      isNumber: true,
      value: ({ assets }) => assets,
      show: ({ assets }) => assets === null ? "–" : count(assets),
    },
    {
      key: "rows",
      title: "Rows",
      isNumber: true,
      value: ({ rows }) => rows,
      show: ({ rows }) => rows === null ? "–" : count(rows),
    },
    {
      key: "stored",
      title: "Stored",
      isNumber: true,
      value: ({ stored_bytes }) => stored_bytes,
      show: ({ stored_bytes }) => bytes(stored_bytes),
    },
    {
      key: "created",
      title: "Sent",
      value: ({ created_at }) => created_at,
      show: ({ created_at }) => moment(created_at),
    },
    {
      key: "expires",
      title: "Kept until",
      value: ({ expires_at }) => expires_at,
      show: ({ expires_at }) => expires_at === null ? "–" : moment(expires_at),
    },
    {
      key: "delete",
      title: "Actions",
      show: (upload) => (
        <Button kind="quiet" label={`Delete ${nameOf(upload)}`} onClick={() => onDelete(upload)}>Delete</Button>
      ),
    },
  ];
}

function statusOf({ status, detail }: Upload): JSX.Element | string {
  return detail === null ? wordsOf(status) : <span>{wordsOf(status)}: {told(detail)}</span>;
}

function nameOf({ name, upload_id }: Upload): string {
  return name ?? upload_id;
}

async function remove({ upload_id }: Upload): Promise<void> {
  await done(api.DELETE("/uploads/{upload_id}", { params: { path: { upload_id } } }));
  toast("The upload is deleted");
  await uploads.load("");
}
