import type { JSX } from "preact";
import { Marked } from "../../../components/marked.tsx";
import { wordsOf } from "../../../format/words_of.ts";
import type { Schema } from "../schema.ts";

export interface AboutColumnsProps {
  readonly columns: readonly (readonly [name: string, schema: Schema])[];
}

/** What each column of a table of inputs means, above the table: its heads are too narrow for a sentence. */
export function AboutColumns({ columns }: AboutColumnsProps): JSX.Element {
  return (
    <ul class="hint">
      {columns.flatMap(([name, { description }]) =>
        description === undefined ? [] : [
          <li key={name}>
            {wordsOf(name)}: <Marked text={description} />
          </li>,
        ]
      )}
    </ul>
  );
}
