import type { Drawing, Paint, Shape } from "../charts/drawing.ts";
import { colourOf } from "../charts/palette.ts";
import { textWidth } from "../charts/text_width.ts";
import type { Typeface } from "./typeface.ts";

/** Size of an A4 page in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

/** The regular and bold font of a report. */
export interface Typefaces {
  readonly regular: Typeface;
  readonly bold: Typeface;
}

export interface TextPlace {
  readonly x: number;
  /** Position of a text's baseline on the PDF page, in points. */
  readonly y: number;
  readonly size: number;
  readonly paint?: Paint;
  readonly isBold?: boolean;
  readonly anchor?: "start" | "middle" | "end";
}

/** Resource names of the regular and bold font in the pages of a PDF. */
export const FONT_NAMES = { regular: "F1", bold: "F2" } as const;

/** Distance of the Bézier handles that approximate a quarter circle in a PDF, as a fraction of the radius. */
const QUARTER = 0.5523;

/**
 * Canvas that collects the PDF drawing operators of one page. Positions are in points from the top left corner; colours
 * are those for light pages.
 */
export class PageCanvas {
  readonly #typefaces: Typefaces;
  readonly #operators: string[] = [];
  readonly #opacities = new Map<string, number>();

  constructor(typefaces: Typefaces) {
    this.#typefaces = typefaces;
  }

  /** Content stream of the PDF page: all its drawing operators. */
  get content(): string {
    return this.#operators.join("\n");
  }

  /** Opacities that the content of a PDF page uses, by the names of their graphics states. */
  get opacities(): ReadonlyMap<string, number> {
    return this.#opacities;
  }

  text(text: string, { x, y, size, paint = "ink", isBold = false, anchor = "start" }: TextPlace): void {
    const typeface = this.#typeface(isBold);
    const start = anchor === "start" ? x : x - typeface.width(text, size) * (anchor === "end" ? 1 : 0.5);
    this.#operators.push(
      `${fillOf(paint)} BT /${fontName(isBold)} ${number(size)} Tf ${number(start)} ${flipped(y)} Td ` +
        `${typeface.operand(text)} Tj ET`,
    );
  }

  rectangle(place: { x: number; y: number; width: number; height: number; paint: Paint }): void {
    this.#shape({ shape: "rectangle", ...place }, { x: 0, y: 0, scale: 1 });
  }

  /** Draws a thin horizontal line on the PDF page. */
  rule({ x, y, width, paint = "grid" }: { x: number; y: number; width: number; paint?: Paint }): void {
    this.#shape({ shape: "line", points: [[x, y], [x + width, y]], paint, width: 0.6 }, { x: 0, y: 0, scale: 1 });
  }

  /** Draws a chart on the PDF page with its top left corner at a position, scaled by a factor. */
  drawing({ shapes }: Drawing, place: { readonly x: number; readonly y: number; readonly scale: number }): void {
    for (const shape of shapes) this.#shape(shape, place);
  }

  #shape(shape: Shape, place: { readonly x: number; readonly y: number; readonly scale: number }): void {
    const px = (x: number): string => number(place.x + place.scale * x);
    const py = (y: number): string => flipped(place.y + place.scale * y);
    const opacity = shape.shape === "text" ? 1 : shape.opacity ?? 1;
    if (opacity !== 1) this.#operators.push(`q /${this.#stateOf(opacity)} gs`);
    switch (shape.shape) {
      case "rectangle":
        this.#operators.push(
          `${fillOf(shape.paint)} ${px(shape.x)} ${py(shape.y + shape.height)} ` +
            `${number(place.scale * shape.width)} ${number(place.scale * shape.height)} re f`,
        );
        break;
      case "line":
        this.#operators.push(
          `${strokeOf(shape.paint)} ${number(place.scale * shape.width)} w 1 J 1 j ` +
            `${shape.isDashed ? dashOf(place.scale) : "[] 0 d"} ${pathOf(shape.points, px, py)} S`,
        );
        break;
      case "area":
        this.#operators.push(`${fillOf(shape.paint)} ${pathOf(shape.points, px, py)} h f`);
        break;
      case "circle":
        this.#operators.push(`${fillOf(shape.paint)} ${circleOf(shape, px, py)} f`);
        break;
      case "text":
        this.#chartText(shape, place);
    }
    if (opacity !== 1) this.#operators.push("Q");
  }

  /**
   * Draws a text of a chart. Charts place text by an estimated width, so text that is wider in the real font is
   * condensed to fit.
   */
  #chartText(
    { x, y, text, size, anchor, paint, isBold = false, rotation = 0 }: Extract<Shape, { shape: "text" }>,
    place: { readonly x: number; readonly y: number; readonly scale: number },
  ): void {
    const typeface = this.#typeface(isBold);
    const [estimated, natural] = [textWidth(text, size), typeface.width(text, size)];
    const narrowing = natural > estimated ? estimated / natural : 1;
    const back = natural * narrowing * place.scale * (anchor === "start" ? 0 : anchor === "end" ? 1 : 0.5);
    const angle = -rotation * Math.PI / 180;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const matrix = [
      cosine,
      sine,
      -sine,
      cosine,
      place.x + place.scale * x - back * cosine,
      PAGE.height - (place.y + place.scale * y) - back * sine,
    ].map((entry) => String(Math.round(entry * 1e4) / 1e4 + 0)).join(" ");
    this.#operators.push(
      `${fillOf(paint)} BT /${fontName(isBold)} ${number(place.scale * size)} Tf ` +
        `${number(100 * narrowing)} Tz ${matrix} Tm ${typeface.operand(text)} Tj 100 Tz ET`,
    );
  }

  #typeface(isBold: boolean): Typeface {
    return isBold ? this.#typefaces.bold : this.#typefaces.regular;
  }

  #stateOf(opacity: number): string {
    const name = `O${Math.round(opacity * 1000)}`;
    this.#opacities.set(name, opacity);
    return name;
  }
}

type Coordinate = (value: number) => string;

function pathOf(points: readonly (readonly [number, number])[], px: Coordinate, py: Coordinate): string {
  return points.map(([x, y], index) => `${px(x)} ${py(y)} ${index === 0 ? "m" : "l"}`).join(" ");
}

function circleOf(
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
  px: Coordinate,
  py: Coordinate,
): string {
  const handle = QUARTER * radius;
  const at = (dx: number, dy: number): string => `${px(x + dx)} ${py(y + dy)}`;
  return [
    `${at(radius, 0)} m`,
    `${at(radius, handle)} ${at(handle, radius)} ${at(0, radius)} c`,
    `${at(-handle, radius)} ${at(-radius, handle)} ${at(-radius, 0)} c`,
    `${at(-radius, -handle)} ${at(-handle, -radius)} ${at(0, -radius)} c`,
    `${at(handle, -radius)} ${at(radius, -handle)} ${at(radius, 0)} c`,
  ].join(" ");
}

function dashOf(scale: number): string {
  return `[${number(6 * scale)} ${number(4 * scale)}] 0 d`;
}

function fontName(isBold: boolean): string {
  return isBold ? FONT_NAMES.bold : FONT_NAMES.regular;
}

function fillOf(paint: Paint): string {
  return `${channelsOf(paint)} rg`;
}

function strokeOf(paint: Paint): string {
  return `${channelsOf(paint)} RG`;
}

function channelsOf(paint: Paint): string {
  const { light } = colourOf(paint);
  return [1, 3, 5].map((start) => number(parseInt(light.slice(start, start + 2), 16) / 255)).join(" ");
}

/** Converts a y position in points from the top of the page to PDF coordinates, which start at the bottom. */
function flipped(y: number): string {
  return number(PAGE.height - y);
}

/** Formats a coordinate, size or colour value for the PDF, rounded to two decimals. */
function number(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}
