import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { Drawing } from "../../src/reports/charts/drawing.ts";
import { Button } from "../components/button.tsx";
import { toast } from "../components/toasts.tsx";
import { told } from "../format/told.ts";
import { installChartColours, themeNow } from "./chart_colours.ts";
import { copyImage, imageOf, saveSvg } from "./chart_image.ts";
import { ChartTable } from "./chart_table.tsx";
import type { ChartTable as ChartTableFigures } from "./interactive_chart.ts";
import type { ReadersNotation } from "./readers_notation.ts";

export interface ChartFrameProps {
  readonly title: string;
  readonly subtitle: string | null;
  /** Returns the figures of the chart. */
  readonly table: () => ChartTableFigures;
  /** How the figures of the table are written. */
  readonly notation: ReadersNotation;
  /** Returns the chart with its title and legend, as a file has it. */
  readonly drawing: () => Drawing;
  /** Returns the image that is copied; that of `drawing` if absent. */
  readonly image?: () => Promise<Blob>;
  /** Fields that choose what the chart shows, above it. */
  readonly controls?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of a chart: its title, its figures as a table, and buttons that copy it as an image and save it. */
export function ChartFrame(
  { title, subtitle, table, notation, drawing, image, controls, children }: ChartFrameProps,
): JSX.Element {
  installChartColours();
  const id = useId();
  const [hasTable, setHasTable] = useState(false);
  const name = fileName(title);
  const copy = async (): Promise<void> => {
    try {
      toast(await copyImage(image ?? (() => imageOf(drawing(), themeNow())), name));
    } catch {
      toast("The browser makes no image of this chart. Save it as SVG instead");
    }
  };
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption class="chart-head">
        <div>
          <span class="chart-title" id={id}>{told(title)}</span>
          {subtitle === null ? null : <span class="chart-subtitle">{told(subtitle)}</span>}
        </div>
        <div class="chart-tools">
          <Button
            kind="quiet"
            label={`${hasTable ? "Hide table" : "Show as table"}: ${title}`}
            onClick={() => setHasTable(!hasTable)}
          >
            {hasTable ? "Hide table" : "Show as table"}
          </Button>
          <Button kind="quiet" label={`Copy image: ${title}`} onClick={() => void copy()}>Copy image</Button>
          <Button kind="quiet" label={`SVG of ${title}`} onClick={() => saveSvg(drawing(), name)}>SVG</Button>
        </div>
      </figcaption>
      {controls === undefined ? null : <div class="chart-controls">{controls}</div>}
      {children}
      {hasTable ? <ChartTable caption={title} table={table()} notation={notation} /> : null}
    </figure>
  );
}

/** Returns the name of a chart's file without its ending, from the chart's title. */
export function fileName(title: string): string {
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "");
  return name === "" ? "chart" : name.slice(0, LONGEST_NAME);
}

const LONGEST_NAME = 80;
