import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useEffect, useRef } from "preact/hooks";
import { useAction } from "../action.ts";
import { Button } from "../components/button.tsx";
import { Refused } from "../components/refused.tsx";
import { Shown } from "../components/shown.tsx";
import { bytes } from "../format/bytes.ts";
import { useLoaded } from "../loaded.ts";
import { fileOfFolder, folderFiles } from "./folder_files.ts";

export interface FolderListProps {
  /** Told when a file is chosen, which is then fetched. */
  readonly onBegin: () => void;
  readonly onFile: (file: File) => void;
}

/** The tables in the folder of the studio, one click each. The one that the address names is opened at once. */
export function FolderList({ onBegin, onFile }: FolderListProps): JSX.Element {
  const { query: { file: given }, route } = useLocation();
  const loaded = useLoaded(folderFiles);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const open = useAction(async (name: string) => {
    onBegin();
    onFile(await fileOfFolder(name, leaving.current.signal));
  });
  useEffect(() => {
    if (given === undefined) return;
    // A refresh must not open the file again over what is changed from here on.
    void open.run(given).finally(() => route("/app/new", true));
  }, [given]);
  return (
    <section aria-label="Files of the folder">
      {open.refusal === null ? null : <Refused refusal={open.refusal} />}
      <Shown loaded={loaded} phase="Reading the folder">
        {({ folder, total, items }) => (
          <>
            <p class="hint">
              {items.length === 0 ? "No tables are" : "Or one of the tables"} in the folder <bdi>{folder}</bdi>
              {items.length < total ? `, the first ${items.length} of ${total}` : ""}
              {items.length === 0 ? "." : ":"}
            </p>
            <ul class="folder-files">
              {items.map(({ name, bytes: size }) => (
                <li key={name}>
                  <Button kind="quiet" isRunning={open.isRunning} onClick={() => void open.run(name)}>
                    <bdi>{name}</bdi>
                  </Button>
                  <span class="muted small">{bytes(size)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Shown>
    </section>
  );
}
