export { allocate, mark, release } from "./memory";
export { cholesky } from "./linear_algebra/cholesky";
export { inverseNormOne, normOne } from "./linear_algebra/condition";
export { eigen } from "./linear_algebra/eigen";
export { gemm } from "./linear_algebra/gemm";
export { solveLower, solveLowerTransposed } from "./linear_algebra/triangular";
export { selectRanks } from "./measures/order_statistics";
export { tail } from "./measures/tail";
export { pathChiSquares, pathNormals, splitMix } from "./random/samples";
export { chooseAssetNormals, chooseAssetRows, chooseAssets, chooseFiltered } from "./simulation/asset_model";
export { choosePortfolioNormal, choosePortfolioRows } from "./simulation/portfolio_model";
export { chooseRows } from "./simulation/rows";
export { advance, chooseLedger, openBlock, ruinedPaths } from "./simulation/simulate";
export { openStage, sortIntoBrackets } from "./simulation/stage";
export { covariance, crossProduct } from "./statistics/covariance";
export { exponentialMoments } from "./statistics/exponential_moments";
export { ledoitWolf } from "./statistics/ledoit_wolf";
export { means } from "./statistics/means";
export {
  boxQuadraticAdvance,
  boxQuadraticBegin,
  boxQuadraticIterations,
  boxQuadraticMatrix,
  boxQuadraticMultiplier,
  boxQuadraticRequestCount,
  boxQuadraticRow,
} from "./quadratic/box_quadratic";
export { quadraticIterations, solveQuadratic } from "./quadratic/quadratic";
