import assert from "node:assert/strict";
import { BAND_COLOURS, colourOf, SERIES_COLOURS } from "../src/reports/charts/palette.ts";

const STYLE = await Deno.readTextFile(new URL("./style.css", import.meta.url));

Deno.test("the colours of the style sheet are those of the charts in reports, in light and dark", () => {
  const tokens: [token: string, light: string, dark: string][] = [];
  const fixed = ["background", "ink", "muted", "grid", "axis"] as const;
  for (const name of fixed) tokens.push([name, colourOf(name).light, colourOf(name).dark]);
  for (let index = 0; index < SERIES_COLOURS; index++) {
    const { light, dark } = colourOf(`series-${index}`);
    tokens.push([`series-${index}`, light, dark]);
  }
  for (let index = 0; index < BAND_COLOURS; index++) {
    const { light, dark } = colourOf(`band-${index}`);
    tokens.push([`band-${index}`, light, dark]);
  }
  for (const [token, light, dark] of tokens) {
    assert.ok(STYLE.includes(`--${token}: light-dark(${light}, ${dark});`), token);
  }
});
