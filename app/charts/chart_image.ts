import type { Drawing } from "../../src/reports/charts/drawing.ts";
import { svgOf } from "../../src/reports/charts/svg.ts";
import { saveFile } from "../components/save_file.ts";
import type { ChartTheme } from "./chart_colours.ts";
import { paintDrawing } from "./paint_drawing.ts";

/** Pixels of an image for each pixel of the drawing, so that it is sharp in print and on dense screens. */
const SCALE = 2;

/** Returns a drawing as a PNG. Rejects with an `Error` if the browser makes none. */
export function imageOf(drawing: Drawing, theme: ChartTheme): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(drawing.width * SCALE);
  canvas.height = Math.ceil(drawing.height * SCALE);
  const context = canvas.getContext("2d");
  if (context === null) return Promise.reject(new Error("The browser cannot draw an image of the chart"));
  context.scale(SCALE, SCALE);
  paintDrawing(context, drawing, theme);
  return pngOf(canvas);
}

/** Returns a canvas as a PNG. Rejects with an `Error` if the browser makes none. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => blob === null ? reject(new Error("The browser cannot draw an image of the chart")) : resolve(blob),
      "image/png",
    )
  );
}

/**
 * Puts an image on the clipboard. Where the browser does not allow that, it saves the image as a file instead. Returns
 * a sentence on what happened.
 */
export async function copyImage(image: () => Promise<Blob>, name: string): Promise<string> {
  try {
    // The item gets the promise itself: some browsers allow the clipboard only within the click.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": image() })]);
    return "Copied the image";
  } catch {
    // No permission, or a browser that copies no images: the person gets the image as a file.
    saveFile(await image(), `${name}.png`);
    return `Saved ${name}.png, because the browser copies no images`;
  }
}

/** Saves a drawing as an SVG file like those of a run, but with the texts that the page shows. */
export function saveSvg(drawing: Drawing, name: string): void {
  saveFile(new Blob([svgOf(drawing)], { type: "image/svg+xml" }), `${name}.svg`);
}
