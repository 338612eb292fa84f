import type { ComponentChildren, JSX, TargetedMouseEvent } from "preact";
import { useAction } from "../../../action.ts";
import { ownPath } from "../../../api.ts";
import { saveFile } from "../../../components/save_file.ts";
import { received } from "../../../refusal.ts";
import { told } from "../../../format/told.ts";
import { fileAt } from "../file_at.ts";

export interface FileLinkProps {
  /** The signed link that the page has; it may have expired. */
  readonly url: string;
  readonly isOver: boolean;
  /** Asks the service for a new link. Throws a `Refusal` where there is none. */
  readonly renew: () => Promise<string>;
  /** Name under which the file is saved. */
  readonly name: string;
  readonly class?: string;
  /** Name for a screen reader, where the text says too little without its surroundings. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

/**
 * A link that saves a file. A click asks for a new signed link first, so that a page that was left open for longer than
 * links are good still saves the file, and says here why it cannot. Only what has not expired can be opened in a tab.
 */
export function FileLink({ url, isOver, renew, name, class: style, label, children }: FileLinkProps): JSX.Element {
  const saving = useAction(async () => saveFile(await received((await fileAt(await renew())).blob()), name));
  const save = (): void => void saving.run();
  const busy = saving.isRunning || undefined;
  return (
    <>
      {isOver
        ? (
          <button type="button" class={style ?? "link"} aria-label={label} aria-busy={busy} onClick={save}>
            {children}
          </button>
        )
        : (
          <a
            class={style}
            href={ownPath(url)}
            target="_self"
            download={name}
            aria-label={label}
            aria-busy={busy}
            onClick={(event) => {
              if (isForAnotherTab(event)) return;
              event.preventDefault();
              save();
            }}
          >
            {children}
          </a>
        )}
      <span role="status" class="muted small">{saving.isRunning ? " Reading the file …" : ""}</span>
      {saving.refusal === null
        ? null
        : <span role="alert" class="fault small">{told(` ${saving.refusal.message}`)}</span>}
    </>
  );
}

/** Whether a click asks the browser for something of its own, such as another tab. */
function isForAnotherTab({ ctrlKey, metaKey, shiftKey, altKey }: TargetedMouseEvent<HTMLElement>): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
