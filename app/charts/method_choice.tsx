import type { JSX } from "preact";
import { useId } from "preact/hooks";

export interface MethodChoiceProps {
  readonly keys: readonly string[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

/** A field that chooses the method that a chart shows; nothing where there is only one. */
export function MethodChoice({ keys, chosen, onChoose }: MethodChoiceProps): JSX.Element | null {
  const id = useId();
  if (keys.length < 2) return null;
  return (
    <span class="chart-choice">
      <label for={id}>Method</label>
      <select id={id} value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {keys.map((key) => <option key={key} value={key}>{key}</option>)}
      </select>
    </span>
  );
}
