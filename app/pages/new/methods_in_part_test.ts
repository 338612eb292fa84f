import assert from "node:assert/strict";
import { type MethodOfPart, methodsInPart, withMethodInPart } from "./methods_in_part.ts";

const RUN = ["min_volatility", { method: "min_cvar", confidence: 0.9 }, { method: "min_cvar", confidence: 0.99 }];

function chosen(methods: readonly MethodOfPart[] | null): readonly unknown[] {
  return methods?.filter(({ isChosen }) => isChosen).map(({ entry }) => entry) ?? [];
}

function toggled(ofPart: Parameters<typeof methodsInPart>[1], at: number): ReturnType<typeof withMethodInPart> {
  const methods = methodsInPart(RUN, ofPart) ?? [], method = methods[at];
  return method === undefined ? assert.fail(`No method ${at}`) : withMethodInPart(methods, method, RUN);
}

Deno.test("a part of a run without methods of its own has all of the run, until one is taken away", () => {
  assert.deepEqual(methodsInPart(RUN, undefined), [
    { entry: "min_volatility", id: "min_volatility", key: null, isChosen: true },
    { entry: "min_cvar", id: "min_cvar", key: null, isChosen: true },
    { entry: "min_cvar_2", id: "min_cvar", key: "min_cvar_2", isChosen: true },
  ]);
  assert.deepEqual(toggled(undefined, 1), ["min_volatility", "min_cvar_2"]);
  assert.equal(toggled(["min_volatility", "min_cvar_2"], 1), undefined);
  assert.deepEqual(toggled(["min_volatility"], 0), []);
});

Deno.test("a part keeps methods that the run does not have, until one takes them away", () => {
  const ofPart = ["hrp", { method: "min_cvar", confidence: 0.9 }, { method: "herc", key: "mine" }];
  assert.deepEqual(chosen(methodsInPart(RUN, ofPart)), ["min_cvar", "hrp", { method: "herc", key: "mine" }]);
  assert.deepEqual(toggled(ofPart, 3), ["min_cvar", { method: "herc", key: "mine" }]);
  assert.equal(methodsInPart(RUN, [7]), null);
  assert.equal(methodsInPart(RUN, "hrp"), null);
});
