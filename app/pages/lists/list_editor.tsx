import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useMemo } from "preact/hooks";
import { useAction } from "../../action.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Form } from "../../components/form.tsx";
import { PageHead } from "../../components/page_head.tsx";
import { Shown } from "../../components/shown.tsx";
import { TextField } from "../../components/text_field.tsx";
import { toastRefusal } from "../../components/toast_refusal.ts";
import { toast } from "../../components/toasts.tsx";
import { useDraft } from "../../drafts.ts";
import { fieldOf } from "../../field_of.ts";
import { useLoaded } from "../../loaded.ts";
import { faultAt } from "../../refusal.ts";
import { usePageTitle } from "../../shell/page_title.ts";
import { GONE } from "../../studio/gone.ts";
import { AddToList } from "./add_to_list.tsx";
import { OtherPlan } from "./asset_lists.tsx";
import { bodyOf, contentOf, EMPTY_LIST, type ListEntry, readListDraft, withEntries } from "./list_draft.ts";
import { ListEntries } from "./list_entries.tsx";
import { bodyOfList, type SavedList, savedLists, saveList } from "./saved_lists.ts";

/** A list of assets that is made or changed. `id` is that of a saved one; null for a new one. */
export function ListEditor({ id }: { readonly id: string | null }): JSX.Element {
  const loaded = useLoaded(savedLists);
  usePageTitle(id === null ? "New list" : "Edit the list");
  const { refusal } = loaded;
  if (refusal?.code === "enterprise_plan_required") {
    return (
      <>
        <PageHead title="Lists" />
        <OtherPlan sentence={refusal.message} />
      </>
    );
  }
  return (
    <>
      <PageHead
        title={id === null ? "New list" : "Edit the list"}
        lead="Assets and the group of each. Runs that were sent with an earlier content keep it."
        actions={<a class="button" href="/app/lists">All lists</a>}
      />
      <Shown loaded={loaded} phase="Reading your lists">
        {(lists) => {
          const saved = lists.find(({ map_id }) => map_id === id) ?? null;
          return id !== null && saved === null ? <Gone /> : <Editor saved={saved} />;
        }}
      </Shown>
    </>
  );
}

function Gone(): JSX.Element {
  return (
    <Empty title="There is no such list" action={<a class="button" href="/app/lists">All lists</a>}>
      <p>{GONE}</p>
    </Empty>
  );
}

function Editor({ saved }: { readonly saved: SavedList | null }): JSX.Element {
  const { route } = useLocation();
  const id = saved?.map_id ?? null;
  const initial = useMemo(() => saved === null ? EMPTY_LIST : contentOf(bodyOfList(saved)), [id]);
  const draft = useDraft(`list ${id ?? "new"}`, initial, readListDraft);
  const { entries } = draft.value.value;
  const change = (next: readonly ListEntry[]): void => {
    draft.value.value = { ...draft.value.value, entries: next };
  };
  const saving = useAction(async () => {
    const before = saved === null ? null : bodyOfList(saved);
    await saveList(id, bodyOf(draft.value.value));
    draft.clear();
    const undo = before === null ? null : () => void saveList(id, before).catch(toastRefusal);
    toast("Saved the list", undo);
    route("/app/lists");
  });
  const groups = useMemo(() => [...new Set(entries.map(({ group }) => group))].toSorted(), [entries]);
  return (
    <div class="list-editor">
      <div class="card">
        <Form
          action="Save the list"
          onSubmit={() => void saving.run()}
          isRunning={saving.isRunning}
          refusal={saving.refusal}
          pointers={["/name", "/description"]}
          disabled={entries.length === 0}
          beside={
            <Button
              onClick={() => {
                const before = draft.value.value;
                draft.clear();
                toast("The changes were taken back", () => draft.value.value = before);
              }}
            >
              Take the changes back
            </Button>
          }
        >
          <TextField
            label="Name"
            value={fieldOf(draft.value, "name")}
            required
            fault={faultAt(saving.refusal, "/name")}
          />
          <TextField
            label="Description"
            value={fieldOf(draft.value, "description")}
            fault={faultAt(saving.refusal, "/description")}
          />
          {entries.length === 0 ? <p class="hint">Add at least one asset.</p> : null}
        </Form>
        <AddToList
          chosen={new Set(entries.map(({ id }) => id))}
          groups={groups}
          onAdd={(added) => change(withEntries(entries, added))}
          onRemove={(removed) => change(entries.filter(({ id }) => id !== removed))}
        />
      </div>
      <ListEntries entries={entries} groups={groups} onChange={change} />
    </div>
  );
}
