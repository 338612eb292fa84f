import type { ComponentChildren, JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { centre } from "./centre.ts";

export interface Tab<Key extends string> {
  readonly key: Key;
  readonly title: ComponentChildren;
}

export interface TabsProps<Key extends string> {
  /** Name of the choice for a screen reader, for example "Parts of the result". */
  readonly label: string;
  readonly tabs: readonly Tab<Key>[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
  /** Content of the chosen tab. */
  readonly children: ComponentChildren;
}

/** A row of tabs, one of which is open. Arrow keys, Home and End walk along them, as in the pattern of the W3C. */
export function Tabs<Key extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Key>): JSX.Element {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => centre(list.current, "[aria-selected=true]"), [chosen]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const next = tabs[nextIndex(event.key, { at: tabs.findIndex(({ key }) => key === chosen), of: tabs.length })];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.key);
    event.currentTarget.querySelector<HTMLElement>(`#${id}-${next.key}`)?.focus();
  };
  return (
    <div class="tabs">
      <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} tabIndex={0}>{children}</div>
    </div>
  );
}

/** Returns the index of the tab to which a key leads; -1 for a key that leads nowhere. */
function nextIndex(key: string, { at, of }: { readonly at: number; readonly of: number }): number {
  if (key === "ArrowRight") return (at + 1) % of;
  if (key === "ArrowLeft") return (at + of - 1) % of;
  if (key === "Home") return 0;
  return key === "End" ? of - 1 : -1;
}
