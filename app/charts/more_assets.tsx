import type { JSX } from "preact";
import { Button } from "../components/button.tsx";
import { count } from "../format/count.ts";

/** Assets that a chart shows one by one at first, and how many more a press of the button shows. */
export const FIRST_ASSETS = 20;
const MORE_ASSETS = 100;

export interface MoreAssetsProps {
  /** Number of assets that the chart shows one by one, and how many there are. */
  readonly shown: number;
  readonly all: number;
  readonly onShow: (count: number) => void;
}

/** Buttons that show more of the assets that share one bar, or fold them again; nothing where all are shown. */
export function MoreAssets({ shown, all, onShow }: MoreAssetsProps): JSX.Element | null {
  if (all <= FIRST_ASSETS + 1) return null;
  const rest = all - shown;
  return (
    <div class="chart-more">
      {rest > 0
        ? (
          <Button kind="quiet" onClick={() => onShow(shown + MORE_ASSETS)}>
            {rest > MORE_ASSETS
              ? `Show ${count(MORE_ASSETS)} more of ${count(rest)}`
              : `Show the ${count(rest)} others`}
          </Button>
        )
        : null}
      {shown > FIRST_ASSETS ? <Button kind="quiet" onClick={() => onShow(FIRST_ASSETS)}>Show fewer</Button> : null}
    </div>
  );
}
