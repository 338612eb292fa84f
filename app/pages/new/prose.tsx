import type { JSX } from "preact";
import { Marked } from "../../components/marked.tsx";
import { described } from "./description.ts";

/** A description of the service's registries: its paragraphs, its formula and its source. */
export function Prose({ markdown }: { readonly markdown: string }): JSX.Element {
  const { paragraphs, formula, reference } = described(markdown);
  return (
    <div class="described">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <Marked text={paragraph} />
        </p>
      ))}
      {formula === null ? null : (
        <p>
          <code class="formula">{formula}</code>
        </p>
      )}
      {reference === null ? null : <p class="muted small">{reference}</p>}
    </div>
  );
}
