import assert from "node:assert/strict";
import { anyCharacter } from "../../../tests/support/any_character.ts";
import fc from "../../../tests/support/fast_check.ts";
import type { Drawing } from "./drawing.ts";
import { svgOf } from "./svg.ts";

const DRAWING: Drawing = {
  legend: [],
  spots: [],
  area: null,
  title: "Weights",
  width: 100,
  height: 50,
  shapes: [
    { shape: "rectangle", x: 0, y: 0, width: 100, height: 50, paint: "background" },
    { shape: "line", points: [[0, 0], [10.04, 20.06]], paint: "series-0", width: 1.5, isDashed: true },
    {
      shape: "text",
      x: 5,
      y: 10.005,
      text: "A & <B>",
      size: 12,
      anchor: "end",
      paint: "ink",
      isBold: true,
      rotation: -90,
    },
  ],
};

Deno.test("an example drawing is written as the expected SVG", () => {
  assert.equal(
    svgOf(DRAWING),
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="0 0 100 50" role="img" font-family="system-ui, -apple-system, &quot;Segoe UI&quot;, Roboto, Helvetica, Arial, sans-serif">
<title>Weights</title>
<style>
.f-background{fill:#ffffff}
.f-ink{fill:#1b1f24}
.s-series-0{stroke:#0072b2}
@media (prefers-color-scheme: dark){
.f-background{fill:#14171c}
.f-ink{fill:#e8eaed}
.s-series-0{stroke:#56a5e8}
}
</style>
<rect class="f-background" x="0" y="0" width="100" height="50"/>
<path class="s-series-0" d="M0 0L10 20.1" fill="none" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round" stroke-dasharray="6 4"/>
<text class="f-ink" x="5" y="10.01" font-size="12" text-anchor="end" font-weight="600" transform="rotate(-90 5 10.01)">A &amp; &lt;B&gt;</text>
</svg>
`,
  );
});

Deno.test("any text in an SVG adds no element and no entity, and is valid XML", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => {
    const [before, after] = ["", text].map((title) =>
      svgOf({
        ...DRAWING,
        title,
        shapes: [{ shape: "text", x: 0, y: 0, text: title, size: 12, anchor: "start", paint: "ink" }],
      })
    );
    const tagsOf = (svg: string): number => svg.split("<").length + svg.split(">").length;
    assert.equal(tagsOf(after), tagsOf(before));
    assert.deepEqual(after.match(/&(?!(amp|lt|gt|quot);)/), null);
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(after, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    assert.ok(after.isWellFormed());
  }));
});

Deno.test("an SVG drawing loads nothing and runs no script", () => {
  assert.doesNotMatch(
    svgOf(DRAWING).replace('xmlns="http://www.w3.org/2000/svg"', ""),
    /script|href|url\(|@import|https?:/,
  );
});
