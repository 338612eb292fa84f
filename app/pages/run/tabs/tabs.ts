import type { ComponentType } from "preact";
import type { ShownResult } from "../shown_result.ts";
import { BacktestTab } from "./backtest_tab.tsx";
import { CertificateTab } from "./certificate_tab.tsx";
import { DataTab } from "./data_tab.tsx";
import { FilesTab } from "./files_tab.tsx";
import { FrontierTab } from "./frontier_tab.tsx";
import { HistoryTab } from "./history_tab.tsx";
import { MeasuresTab } from "./measures_tab.tsx";
import { OrdersTab } from "./orders_tab.tsx";
import { RiskTab } from "./risk_tab.tsx";
import { RulesTab } from "./rules_tab.tsx";
import { SimulationTab } from "./simulation_tab.tsx";

/** A part of a result behind a tab. */
export interface ResultTab {
  readonly key: string;
  readonly title: string;
  readonly Content: ComponentType<{ readonly shown: ShownResult }>;
}

/** List of the parts of a result behind tabs, in their order. */
export const TABS: readonly ResultTab[] = [
  { key: "frontier", title: "Frontier", Content: FrontierTab },
  { key: "history", title: "History", Content: HistoryTab },
  { key: "risk", title: "Risk", Content: RiskTab },
  { key: "rules", title: "Rules", Content: RulesTab },
  { key: "backtest", title: "Backtest", Content: BacktestTab },
  { key: "simulation", title: "Simulation", Content: SimulationTab },
  { key: "data", title: "Data", Content: DataTab },
  { key: "certificate", title: "Certificate", Content: CertificateTab },
  { key: "measures", title: "Measures", Content: MeasuresTab },
  { key: "orders", title: "Buy and sell", Content: OrdersTab },
  { key: "files", title: "Files", Content: FilesTab },
];
