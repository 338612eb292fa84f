export { allocate, mark, release } from "./memory";
export { cholesky } from "./linear_algebra/cholesky";
