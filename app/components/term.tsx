import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

export interface TermProps {
  /** The word, as it stands in the text. */
  readonly children: ComponentChildren;
  /** What it means, of the service's registries. */
  readonly definition: ComponentChildren;
  /** Name of the button for a screen reader, where the word alone says too little. */
  readonly label?: string;
}

/** Pixels between a definition and the edge of the window. */
const EDGE_PX = 8;
/** Pixels by which keys move a definition that is longer than its place. */
const STEPS_PX: Readonly<Record<string, number>> = { ArrowDown: 40, ArrowUp: -40 };

/**
 * A word with its definition, which appears by hover, by tap and by focus, and goes by Escape. It stands over all of
 * the page, so that no table and no edge of the window cuts it off.
 */
export function Term({ children, definition, label }: TermProps): JSX.Element {
  const id = useId();
  const isOpen = useSignal(false);
  const word = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const popover = box.current;
    if (popover === null || word.current === null) return;
    if (!isOpen.value) return popover.hidePopover();
    popover.showPopover();
    place(popover, word.current.getBoundingClientRect());
    // What scrolls takes the word away from its definition, unless it is the definition itself.
    const close = ({ target }: Event): void => {
      if (target !== popover) isOpen.value = false;
    };
    addEventListener("scroll", close, { capture: true, passive: true });
    addEventListener("resize", close);
    return () => {
      removeEventListener("scroll", close, { capture: true });
      removeEventListener("resize", close);
    };
  }, [isOpen.value]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event, step = STEPS_PX[key];
    if ((key !== "Escape" && step === undefined) || !isOpen.value) return;
    // The dialog around the word stays open, and the page stays where it is.
    event.preventDefault();
    event.stopPropagation();
    if (step === undefined) isOpen.value = false;
    else box.current?.scrollBy(0, step);
  };
  return (
    <span class="term" onMouseEnter={() => isOpen.value = true} onMouseLeave={() => isOpen.value = false}>
      <button
        ref={word}
        type="button"
        aria-describedby={id}
        aria-label={label}
        onFocus={() => isOpen.value = true}
        onBlur={() => isOpen.value = false}
        onClick={() => isOpen.value = true}
        onKeyDown={onKeyDown}
      >
        {children}
      </button>
      <span ref={box} role="tooltip" id={id} popover="manual" tabIndex={-1}>{definition}</span>
    </span>
  );
}

/**
 * Puts a definition below its word, or above it where there is more room, and inside of the window. It never covers the
 * word, and touches it, so that the pointer can go over to it.
 */
function place(box: HTMLElement, word: DOMRect): void {
  const { clientWidth: room, clientHeight: depth } = document.documentElement;
  box.style.maxHeight = "";
  const { width, height } = box.getBoundingClientRect();
  const below = depth - word.bottom, isBelow = height <= below || below >= word.top;
  box.style.maxHeight = `${isBelow ? below : word.top}px`;
  box.style.top = isBelow ? `${word.bottom}px` : "auto";
  box.style.bottom = isBelow ? "auto" : `${depth - word.top}px`;
  box.style.left = `${Math.max(EDGE_PX, Math.min(word.left, room - EDGE_PX - width))}px`;
}
