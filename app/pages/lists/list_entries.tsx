import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Button } from "../../components/button.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { toast } from "../../components/toasts.tsx";
import type { ListEntry } from "./list_draft.ts";

export interface ListEntriesProps {
  readonly entries: readonly ListEntry[];
  /** Groups of the list, which are offered. */
  readonly groups: readonly string[];
  readonly onChange: (entries: readonly ListEntry[]) => void;
}

/** The assets of a list in a table: filtered, put into other groups one by one or many at once, and taken away. */
export function ListEntries({ entries, groups, onChange }: ListEntriesProps): JSX.Element {
  const search = useSignal("");
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const group = useSignal("");
  const id = useId();
  const wanted = search.value.trim().toLowerCase();
  const shown = wanted === ""
    ? entries
    : entries.filter((entry) => `${entry.id}\n${entry.group}`.toLowerCase().includes(wanted));
  const theirs = entries.filter((entry) => chosen.value.has(entry.id));
  const move = (ids: ReadonlySet<string>, next: string): void =>
    onChange(entries.map((entry) => ids.has(entry.id) ? { ...entry, group: next } : entry));
  const remove = (): void => {
    onChange(entries.filter((entry) => !chosen.value.has(entry.id)));
    chosen.value = new Set();
    toast(`Removed ${theirs.length}`, () => onChange(entries));
  };
  if (entries.length === 0) return <p class="empty muted">The assets of the list will stand here.</p>;
  return (
    <section class="stack" aria-label="Assets of the list">
      <div class="row list-tools">
        <input
          class="control"
          type="search"
          aria-label="Filter the assets"
          placeholder="Filter the assets"
          value={search.value}
          onInput={({ currentTarget }) => search.value = currentTarget.value}
        />
        <input
          class="control"
          aria-label="Group for the chosen assets"
          placeholder="Group for the chosen"
          list={`${id}-groups`}
          autocomplete="off"
          value={group.value}
          onInput={({ currentTarget }) => group.value = currentTarget.value}
        />
        <datalist id={`${id}-groups`}>{groups.map((one) => <option key={one} value={one} />)}</datalist>
        <Button
          disabled={theirs.length === 0 || group.value.trim() === ""}
          onClick={() => move(chosen.value, group.value.trim())}
        >
          Put {theirs.length} into the group
        </Button>
        <Button disabled={theirs.length === 0} onClick={remove}>Remove {theirs.length}</Button>
      </div>
      <Table
        caption={`${entries.length} ${entries.length === 1 ? "asset" : "assets"} in ${groups.length} ${
          groups.length === 1 ? "group" : "groups"
        }`}
        columns={columnsOf(`${id}-groups`, (entry, next) => move(new Set([entry]), next))}
        rows={shown}
        keyOf={(entry) => entry.id}
        choice={{ chosen: chosen.value, onChoose: (next) => chosen.value = next, nameOf: (entry) => entry.id }}
      />
    </section>
  );
}

function columnsOf(
  list: string,
  onMove: (id: string, group: string) => void,
): readonly Column<ListEntry, JSX.Element>[] {
  return [
    { key: "asset", title: "Asset", value: ({ id }) => id, show: ({ id }) => <bdi>{id}</bdi> },
    {
      key: "group",
      title: "Group",
      value: ({ group }) => group,
      show: ({ id, group }) => (
        <input
          class="control cell-input"
          aria-label={`Group of ${id}`}
          list={list}
          autocomplete="off"
          value={group}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value.trim();
            if (next === "") currentTarget.value = group;
            else onMove(id, next);
          }}
        />
      ),
    },
  ];
}
