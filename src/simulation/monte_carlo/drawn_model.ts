import type { PathModel, RowDraw } from "../../kernels/path_model.ts";
import type { DrawnModel } from "./path_figures.ts";

/**
 * Returns the degrees of freedom and block length with which a fitted simulation model draws, as results report them. A
 * filtered historical simulation draws single rows like the bootstrap, so both are null.
 */
export function drawnModel(model: PathModel): DrawnModel {
  switch (model.kind) {
    case "portfolio_normal":
    case "asset_normal":
      return { degrees_of_freedom: model.degreesOfFreedom, block_length: null };
    case "portfolio_rows":
    case "asset_rows":
      return { degrees_of_freedom: null, block_length: blockLength(model.draw) };
    case "filtered":
      return { degrees_of_freedom: null, block_length: null };
  }
}

function blockLength(draw: RowDraw): number | null {
  switch (draw.kind) {
    case "each":
      return null;
    case "blocks":
      return draw.length;
    case "geometric":
      return draw.meanLength;
  }
}
