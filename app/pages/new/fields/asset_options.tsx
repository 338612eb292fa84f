import type { JSX } from "preact";
import { useComposer } from "../composer.ts";

/** Most assets that are offered while one types the name of an asset. */
const MOST_OFFERED = 300;

/** The assets of the run as suggestions of every field `assets-of-run`. */
export function AssetOptions(): JSX.Element {
  const { assets } = useComposer();
  return (
    <datalist id="assets-of-run">
      {assets.value.slice(0, MOST_OFFERED).map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
    </datalist>
  );
}
