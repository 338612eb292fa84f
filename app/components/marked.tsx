import type { JSX } from "preact";

/** A text of the service's documentation, in which backticks mark code. */
export function Marked({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split("`");
  return <>{parts.map((part, index) => index % 2 === 1 ? <code key={index}>{part}</code> : part)}</>;
}
