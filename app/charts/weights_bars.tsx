import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type Portfolio, shareBars } from "../../src/reports/charts/share_charts.ts";
import { ChartFigure } from "./chart_figure.tsx";
import { describedChart } from "./described_chart.ts";
import type { MethodResult, Shares } from "./documents.ts";
import { MethodChoice } from "./method_choice.tsx";
import { FIRST_ASSETS, MoreAssets } from "./more_assets.tsx";
import { READERS_NOTATION } from "./readers_notation.ts";
import { seenAssets, shareTable } from "./share_table.ts";

export interface WeightsBarsProps {
  readonly methods: readonly Pick<MethodResult, "key" | "weights">[];
  /** What is held now, with which the weights are compared; null where nothing is. */
  readonly held: Shares | null;
}

/** The weights of one method as bars, the largest first and the small ones folded, beside what is held now. */
export function WeightsBars({ methods, held }: WeightsBarsProps): JSX.Element | null {
  const found = methods.filter(({ weights }) => weights !== null);
  const [chosen, setChosen] = useState(found[0]?.key ?? "");
  const [assetsAtMost, setAssetsAtMost] = useState(FIRST_ASSETS);
  const shown = useMemo(() => {
    const colour = methods.findIndex(({ key }) => key === chosen);
    const portfolios: readonly Portfolio[] = [
      { name: chosen, shares: methods[colour]?.weights ?? {}, colour },
      ...held === null ? [] : [{ name: "Held now", shares: held, colour: 0, isReference: true }],
    ];
    const bars = shareBars(portfolios, {
      title: "Weights",
      label: "Share of the portfolio",
      assetsAtMost,
      notation: READERS_NOTATION,
    });
    if (bars === null) return null;
    const titled = { ...bars, title: `Weights of ${chosen}` };
    return describedChart(titled, {
      table: () => shareTable(portfolios, { difference: held === null ? null : "Change" }),
    });
  }, [methods, held, chosen, assetsAtMost]);
  if (shown === null || found.length === 0) return null;
  return (
    <ChartFigure
      chart={shown}
      controls={<MethodChoice keys={found.map(({ key }) => key)} chosen={chosen} onChoose={setChosen} />}
    >
      <MoreAssets
        shown={assetsAtMost}
        all={seenAssets(methods.find(({ key }) => key === chosen)?.weights ?? {}, held ?? {})}
        onShow={setAssetsAtMost}
      />
    </ChartFigure>
  );
}
