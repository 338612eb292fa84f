import type { Drawing, Paint, Shape } from "./drawing.ts";
import { type Colour, colourOf } from "./palette.ts";

/**
 * Renders a drawing as a self-contained SVG. Its colours follow the reader's light or dark theme, and it contains no
 * scripts, fonts or addresses. The bytes are the same for the same drawing.
 */
export function svgOf({ title, width, height, shapes }: Drawing): string {
  const body = shapes.map(element).join("\n");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${number(width)}" height="${number(height)}" ` +
    `viewBox="0 0 ${number(width)} ${number(height)}" role="img" font-family="${FONTS}">\n` +
    `<title>${escaped(title)}</title>\n<style>\n${stylesOf(shapes)}</style>\n${body}\n</svg>\n`;
}

const FONTS = "system-ui, -apple-system, &quot;Segoe UI&quot;, Roboto, Helvetica, Arial, sans-serif";

/** Type of the two uses of a colour in an SVG chart, fill and stroke. Each pair of colour and use gets a CSS class. */
type Use = "fill" | "stroke";

function stylesOf(shapes: readonly Shape[]): string {
  const used = new Map<string, { paint: Paint; use: Use }>();
  for (const { shape, paint } of shapes) {
    const use = shape === "line" ? "stroke" : "fill";
    used.set(classOf(paint, use), { paint, use });
  }
  const rules = [...used].sort(([left], [right]) => left < right ? -1 : 1);
  const ruleOf = (theme: keyof Colour) =>
    rules.map(([name, { paint, use }]) => `.${name}{${use}:${colourOf(paint)[theme]}}\n`).join("");
  return `${ruleOf("light")}@media (prefers-color-scheme: dark){\n${ruleOf("dark")}}\n`;
}

function classOf(paint: Paint, use: Use): string {
  return `${use === "stroke" ? "s" : "f"}-${paint}`;
}

function element(shape: Shape): string {
  const fill = ` class="${classOf(shape.paint, "fill")}"`;
  switch (shape.shape) {
    case "rectangle":
      return `<rect${fill} x="${number(shape.x)}" y="${number(shape.y)}" width="${number(shape.width)}" ` +
        `height="${number(shape.height)}"` +
        `${shape.opacity === undefined ? "" : ` fill-opacity="${number(shape.opacity)}"`}/>`;
    case "line":
      return `<path class="${classOf(shape.paint, "stroke")}" d="${pathOf(shape.points)}" fill="none" ` +
        `stroke-width="${number(shape.width)}" stroke-linejoin="round" stroke-linecap="round"` +
        `${shape.isDashed ? ' stroke-dasharray="6 4"' : ""}` +
        `${shape.opacity === undefined ? "" : ` stroke-opacity="${number(shape.opacity)}"`}/>`;
    case "area":
      return `<path${fill} d="${pathOf(shape.points)}Z" fill-opacity="${number(shape.opacity)}"/>`;
    case "circle":
      return `<circle${fill} cx="${number(shape.x)}" cy="${number(shape.y)}" r="${number(shape.radius)}"` +
        `${shape.opacity === undefined ? "" : ` fill-opacity="${number(shape.opacity)}"`}/>`;
    case "text":
      return textElement(shape);
  }
}

function textElement(shape: Extract<Shape, { shape: "text" }>): string {
  const { x, y, text, size, anchor, paint, isBold, rotation } = shape;
  const attributes = [
    `class="${classOf(paint, "fill")}"`,
    `x="${number(x)}"`,
    `y="${number(y)}"`,
    `font-size="${number(size)}"`,
    ...anchor === "start" ? [] : [`text-anchor="${anchor}"`],
    ...isBold ? ['font-weight="600"'] : [],
    ...rotation === undefined ? [] : [`transform="rotate(${number(rotation)} ${number(x)} ${number(y)})"`],
  ];
  return `<text ${attributes.join(" ")}>${escaped(text)}</text>`;
}

function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${tenth(x)} ${tenth(y)}`).join("");
}

/** Formats a coordinate rounded to a tenth of a pixel, which keeps the many lines of an SVG chart short. */
function tenth(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

/** Formats a coordinate, size or opacity for the SVG, rounded to two decimals. */
function number(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

/** Escapes text for the content of an XML element, and replaces characters that XML cannot hold. */
function escaped(text: string): string {
  return text.toWellFormed()
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
