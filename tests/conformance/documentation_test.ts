import assert from "node:assert/strict";
import type { Documentation } from "../../src/domain/documentation.ts";
import { COVARIANCES } from "../../src/estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../src/estimation/expected_returns/mod.ts";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { METHODS } from "../../src/optimization/methods/mod.ts";
import { RISK_MEASURES } from "../../src/optimization/risk/mod.ts";

type Documented = Iterable<{ readonly id: string; readonly documentation: Documentation }>;

const LISTS: Readonly<Record<string, Documented>> = {
  methods: METHODS,
  "estimators of expected returns": EXPECTED_RETURNS,
  "estimators of the covariance": COVARIANCES,
  "measures of risk": RISK_MEASURES,
  "constraint families": CONSTRAINT_FAMILIES,
};

/** Id of the estimator for which the caller gives the figures. The estimator has no paper to cite. */
const CALLERS_OWN = "given";

for (const [name, list] of Object.entries(LISTS)) {
  Deno.test(`all ${name} have a unique title, a formula, a dated paper and a paragraph`, () => {
    const titles = new Map<string, string>();
    for (const { id, documentation: { title, formula, reference, paragraph } } of list) {
      assert.equal(titles.get(title), undefined, `${id} has the title of ${titles.get(title)}`);
      titles.set(title, id);
      assert.match(title, /^[A-Z]/, id);
      assert.ok(formula.length > 2, id);
      if (id !== CALLERS_OWN) assert.match(reference, / \((19|20)\d\d\), /, id);
      assert.match(paragraph, /^[A-Za-z].{30,}[.]$/, id);
    }
  });
}

Deno.test("no paragraph of a method or a family has JSON in it, for the person at the console sends none", () => {
  for (const { id, documentation: { paragraph } } of [...METHODS, ...CONSTRAINT_FAMILIES]) {
    assert.doesNotMatch(paragraph, /`/, id);
  }
});
