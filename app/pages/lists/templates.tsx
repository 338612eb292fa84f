import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { components } from "../../../clients/typescript/mod.ts";
import { useAction } from "../../action.ts";
import { answered, api, changed, deleted } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Empty } from "../../components/empty.tsx";
import { Form } from "../../components/form.tsx";
import { Shown } from "../../components/shown.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { TextField } from "../../components/text_field.tsx";
import { toastRefusal } from "../../components/toast_refusal.ts";
import { toast } from "../../components/toasts.tsx";
import { moment } from "../../format/moment.ts";
import { loadable, useLoaded } from "../../loaded.ts";
import { faultAt } from "../../refusal.ts";
import { catalogue, families } from "../run/catalogue.ts";
import { templateInWords } from "./template_in_words.ts";

type Template = components["schemas"]["Template"];

/** The saved requests of the account, newest first. */
const templates = loadable(async (_key, signal): Promise<readonly Template[]> => {
  const { items } = await answered(api.GET("/templates", { signal }));
  return items;
});

/** The templates: opened as a new run, renamed and deleted. They are saved where a run is composed. */
export function Templates(): JSX.Element {
  const renaming = useSignal<Template | null>(null);
  const close = (): void => {
    renaming.value = null;
  };
  return (
    <>
      <Shown loaded={useLoaded(templates)} phase="Reading your templates">
        {(items) =>
          items.length === 0
            ? (
              <Empty title="No templates yet" action={<a class="button button-primary" href="/app/new">New run</a>}>
                <p>
                  A template keeps what you send often: assets, methods, rules and settings. Compose a run and press
                  "Save as template".
                </p>
              </Empty>
            )
            : <TemplateTable items={items} onRename={(item) => renaming.value = item} />}
      </Shown>
      <Dialog title="Rename the template" isOpen={renaming.value !== null} onClose={close}>
        {renaming.value === null ? null : <RenameForm item={renaming.value} onDone={close} />}
      </Dialog>
    </>
  );
}

interface TemplateTableProps {
  readonly items: readonly Template[];
  readonly onRename: (item: Template) => void;
}

function TemplateTable({ items, onRename }: TemplateTableProps): JSX.Element {
  const methods = useLoaded(catalogue).value;
  const rules = useLoaded(families).value?.families ?? null;
  const columns = useMemo((): readonly Column<Template, JSX.Element | string>[] => [
    {
      key: "name",
      title: "Template",
      value: ({ name }) => name,
      show: ({ template_id, name }) => (
        <a href={openPath(template_id)}>
          <bdi>{name}</bdi>
        </a>
      ),
    },
    {
      key: "content",
      title: "Content",
      value: ({ request }) => templateInWords(request, { methods, families: rules ?? [] }),
    },
    {
      key: "updated",
      title: "Changed",
      value: ({ updated_at }) => updated_at,
      show: ({ updated_at }) => moment(updated_at),
    },
    {
      key: "buttons",
      title: "Actions",
      show: (item) => (
        <span class="row">
          <a href={openPath(item.template_id)} aria-label={`New run from ${item.name}`}>New run</a>
          <Button kind="quiet" label={`Rename ${item.name}`} onClick={() => onRename(item)}>Rename</Button>
          <Button kind="quiet" label={`Delete ${item.name}`} onClick={() => void remove(item)}>Delete</Button>
        </span>
      ),
    },
  ], [methods, rules]);
  return (
    <Table
      caption={`${items.length} ${items.length === 1 ? "template" : "templates"}`}
      columns={columns}
      rows={items}
      keyOf={({ template_id }) => template_id}
    />
  );
}

function openPath(id: string): string {
  return `/app/new?template=${encodeURIComponent(id)}`;
}

function RenameForm({ item, onDone }: { readonly item: Template; readonly onDone: () => void }): JSX.Element {
  const name = useSignal(item.name);
  const renaming = useAction(async () => {
    await rename(item, name.value.trim());
    onDone();
    toast("Renamed", () => void rename(item, item.name).catch(toastRefusal));
  });
  return (
    <Form
      action="Rename"
      onSubmit={() => void renaming.run()}
      isRunning={renaming.isRunning}
      refusal={renaming.refusal}
      pointers={["/name"]}
      beside={<Button onClick={onDone}>Cancel</Button>}
    >
      <TextField label="Name" value={name} required fault={faultAt(renaming.refusal, "/name")} />
    </Form>
  );
}

async function rename({ template_id }: Template, name: string): Promise<void> {
  const reread = (): Promise<void> => templates.load("");
  const change = api.PATCH("/templates/{template_id}", { params: { path: { template_id } }, body: { name } });
  await changed(change, { what: "template", reread });
  await reread();
}

/** Deletes a template, says so, and can be undone. Tells a refusal. */
async function remove({ template_id, name, request }: Template): Promise<void> {
  const undo = async (): Promise<void> => {
    await answered(api.POST("/templates", { body: { name, request } }));
    await templates.load("");
  };
  try {
    await deleted(api.DELETE("/templates/{template_id}", { params: { path: { template_id } } }));
    toast("Deleted the template", () => void undo().catch(toastRefusal));
    await templates.load("");
  } catch (error) {
    toastRefusal(error);
  }
}
