import type { Path } from "../json.ts";
import type { Schema } from "../schema.ts";

export interface SchemaFieldProps {
  readonly schema: Schema;
  readonly path: Path;
  /** What the field is called; the last name of its path if absent. */
  readonly label?: string;
  readonly isRequired?: boolean;
  /** Names of properties that have forms of their own elsewhere. */
  readonly without?: readonly string[];
}

/** Fields of a form that know their schema and what they are called. */
export interface FormProps extends SchemaFieldProps {
  readonly label: string;
}
