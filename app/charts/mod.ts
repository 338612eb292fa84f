import { BacktestCharts } from "./backtest_charts.tsx";
import { CorrelationMap } from "./correlation_map.tsx";
import { FrontierExplorer } from "./frontier_explorer.tsx";
import { HistoryCharts } from "./history_charts.tsx";
import { MethodWeights } from "./method_weights.tsx";
import { RangesBars } from "./ranges_bars.tsx";
import { ReturnsHistogram } from "./returns_histogram.tsx";
import { RiskBars } from "./risk_bars.tsx";
import { SimulationFan } from "./simulation_fan.tsx";
import { TerminalWealth } from "./terminal_wealth.tsx";
import { WeightsBars } from "./weights_bars.tsx";
import { WeightsOverTime } from "./weights_over_time.tsx";

/**
 * List of the interactive charts. Each takes a parsed document of the service or a part of it. A page imports the files
 * of the charts that it shows, so that it loads no others.
 */
export const CHARTS = {
  weights: WeightsBars,
  methods: MethodWeights,
  frontier: FrontierExplorer,
  history: HistoryCharts,
  returns: ReturnsHistogram,
  risk: RiskBars,
  correlation: CorrelationMap,
  ranges: RangesBars,
  backtest: BacktestCharts,
  weights_over_time: WeightsOverTime,
  fan: SimulationFan,
  terminal: TerminalWealth,
} as const;
