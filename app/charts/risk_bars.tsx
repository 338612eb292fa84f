import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type Portfolio, shareBars } from "../../src/reports/charts/share_charts.ts";
import { ChartFigure } from "./chart_figure.tsx";
import { describedChart } from "./described_chart.ts";
import type { MethodResult } from "./documents.ts";
import { MethodChoice } from "./method_choice.tsx";
import { FIRST_ASSETS, MoreAssets } from "./more_assets.tsx";
import { READERS_NOTATION } from "./readers_notation.ts";
import { seenAssets, shareTable } from "./share_table.ts";

export interface RiskBarsProps {
  readonly methods: readonly Pick<MethodResult, "key" | "weights" | "risk_contributions">[];
}

/** Each asset's share of one method's risk beside its share of the portfolio, the largest first. */
export function RiskBars({ methods }: RiskBarsProps): JSX.Element | null {
  const found = methods.filter(({ risk_contributions }) => risk_contributions !== null);
  const [chosen, setChosen] = useState(found[0]?.key ?? "");
  const [assetsAtMost, setAssetsAtMost] = useState(FIRST_ASSETS);
  const shown = useMemo(() => {
    const colour = methods.findIndex(({ key }) => key === chosen);
    const portfolios: readonly Portfolio[] = [
      { name: "Share of the risk", shares: methods[colour]?.risk_contributions ?? {}, colour },
      { name: "Weight", shares: methods[colour]?.weights ?? {}, colour: 0, isReference: true },
    ];
    const label = "Share of the portfolio's risk, by the method's own measure, and of the portfolio";
    const bars = shareBars(portfolios, {
      title: "Risk contributions",
      label,
      assetsAtMost,
      notation: READERS_NOTATION,
    });
    if (bars === null) return null;
    return describedChart({ ...bars, title: `Risk contributions of ${chosen}` }, {
      table: () => shareTable(portfolios),
    });
  }, [methods, chosen, assetsAtMost]);
  if (shown === null || found.length === 0) return null;
  const chosenMethod = methods.find(({ key }) => key === chosen);
  return (
    <ChartFigure
      chart={shown}
      controls={<MethodChoice keys={found.map(({ key }) => key)} chosen={chosen} onChoose={setChosen} />}
    >
      <MoreAssets
        shown={assetsAtMost}
        all={seenAssets(chosenMethod?.risk_contributions ?? {}, chosenMethod?.weights ?? {})}
        onShow={setAssetsAtMost}
      />
    </ChartFigure>
  );
}
