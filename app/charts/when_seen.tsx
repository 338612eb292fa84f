import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface WhenSeenProps {
  /** Height in pixels that is kept free until the content is drawn. */
  readonly height: number;
  readonly children: () => ComponentChildren;
}

/** Distance in pixels from the view within which content is drawn, so that scrolling shows no gap. */
const AHEAD = 400;

/**
 * Draws its content when it comes near the view, and each in a task of its own, so that a page of many charts answers
 * while they are drawn. Content that was drawn stays. On paper, all of it is in view.
 */
export function WhenSeen({ height, children }: WhenSeenProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || isSeen) return;
    let drop = (): void => {};
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      drop = inTurn(() => setIsSeen(true));
    }, { rootMargin: `${AHEAD}px` });
    observer.observe(element);
    const onPrint = (): void => setIsSeen(true);
    addEventListener("beforeprint", onPrint);
    return () => {
      removeEventListener("beforeprint", onPrint);
      observer.disconnect();
      drop();
    };
  }, [isSeen]);
  if (isSeen) return <>{children()}</>;
  return <div ref={place} class="chart-unseen" style={{ minHeight: `${height}px` }} />;
}

const waiting: (() => void)[] = [];

/** Runs work in a task of its own after all work that waits already. Returns a function that drops it. */
function inTurn(work: () => void): () => void {
  waiting.push(work);
  if (waiting.length === 1) setTimeout(next, 0);
  return () => {
    const at = waiting.indexOf(work);
    if (at > 0) waiting.splice(at, 1);
  };
}

/** Runs the work that has waited longest, and lets the browser paint and answer before the next one. */
function next(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) requestAnimationFrame(() => setTimeout(next, 0));
}
