import assert from "node:assert/strict";
import { templateInWords } from "./template_in_words.ts";

const KNOWN = {
  methods: { methods: [{ id: "hrp", name: "Hierarchical risk parity", description: "" }] },
  families: [{ id: "turnover", name: "Turnover", description: "" }],
};

Deno.test("a template is told by its assets, methods and rules, and what the service does not name by its own word", () => {
  const request = {
    stocks: [{ ticker: "A", exchange: "NSE" }],
    methods: ["hrp", { method: "min_cvar", confidence: 0.9 }, "hrp"],
    constraints: { turnover: { max: 0.2 } },
  };
  assert.equal(templateInWords(request, KNOWN), "1 asset · Hierarchical risk parity, Min cvar · rules: Turnover");
  assert.equal(templateInWords({}, KNOWN), "");
  assert.equal(templateInWords({ methods: 7, stocks: "x" }, { methods: null, families: [] }), "");
});
