import type { Drawing, Shape } from "../../src/reports/charts/drawing.ts";
import { colourOf } from "../../src/reports/charts/palette.ts";
import type { ChartTheme } from "./chart_colours.ts";

const FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

/** Paints a drawing on a canvas, from back to front, in the colours of a theme. */
export function paintDrawing(context: CanvasRenderingContext2D, { shapes }: Drawing, theme: ChartTheme): void {
  for (const shape of shapes) {
    context.save();
    context.globalAlpha = shape.shape === "text" ? 1 : shape.opacity ?? 1;
    context.fillStyle = context.strokeStyle = colourOf(shape.paint)[theme];
    paintShape(context, shape);
    context.restore();
  }
}

function paintShape(context: CanvasRenderingContext2D, shape: Shape): void {
  switch (shape.shape) {
    case "rectangle":
      context.fillRect(shape.x, shape.y, shape.width, shape.height);
      return;
    case "circle":
      context.beginPath();
      context.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
      context.fill();
      return;
    case "area":
      trace(context, shape.points);
      context.closePath();
      context.fill();
      return;
    case "line":
      trace(context, shape.points);
      context.lineWidth = shape.width;
      context.lineJoin = context.lineCap = "round";
      context.setLineDash(shape.isDashed ? [6, 4] : []);
      context.stroke();
      return;
    case "text":
      context.font = `${shape.isBold ? 600 : 400} ${shape.size}px ${FONTS}`;
      context.textAlign = shape.anchor === "middle" ? "center" : shape.anchor;
      context.translate(shape.x, shape.y);
      context.rotate((shape.rotation ?? 0) * Math.PI / 180);
      context.fillText(shape.text, 0, 0);
  }
}

function trace(context: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  context.beginPath();
  points.forEach(([x, y], index) => index === 0 ? context.moveTo(x, y) : context.lineTo(x, y));
}
