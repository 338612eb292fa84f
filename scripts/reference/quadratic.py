"""Writes tests/fixtures/quadratic/*.json: quadratic programs with the answers of Clarabel and PIQP, which must agree.

Run: python scripts/reference/quadratic.py
"""

import json
from pathlib import Path

import clarabel
import numpy as np
import piqp
import scipy.sparse as sparse

SEED = 20260801
FOLDER = Path(__file__).parents[2] / "tests" / "fixtures" / "quadratic"
# Largest difference of the objectives of the two solvers, as a fraction of the scale of a program. Two interior-point
# solvers run at a tolerance of 1e-11 on problems of size 1.
AGREEMENT = 1e-8


def main():
    random = np.random.default_rng(SEED)
    FOLDER.mkdir(parents=True, exist_ok=True)
    cases = [
        case("strict", random, n=8, rank=8, equalities=1, inequalities=2),
        case("singular", random, n=12, rank=5, equalities=1, inequalities=3),
        case("linear", random, n=10, rank=0, equalities=2, inequalities=4),
        case("wide", random, n=30, rank=30, equalities=1, inequalities=6),
        case("tiny", random, n=8, rank=8, equalities=1, inequalities=2, scale=1e-12),
        case("short", random, n=20, rank=20, equalities=1, inequalities=3, low=-0.2, high=0.4),
    ]
    (FOLDER / "programs.json").write_text(json.dumps(cases, indent=1) + "\n")


def case(name, random, n, rank, equalities, inequalities, scale=1.0, low=0.0, high=0.7):
    """Returns a random program that is feasible around equal weights. Its first equality is the budget."""
    factor = rounded(random.normal(size=(max(rank, 1), n)))
    P = scale * (factor.T @ factor) if rank > 0 else np.zeros((n, n))
    q = scale * rounded(random.normal(size=n))
    equal = np.full(n, 1 / n)
    A = np.vstack([np.ones(n), rounded(random.normal(size=(equalities - 1, n)))])
    b = A @ equal
    b[0] = 1.0
    G = rounded(random.normal(size=(inequalities, n)))
    middle = G @ equal
    l, u = middle - 0.05, middle + 0.1
    lower, upper = np.full(n, low), np.full(n, high)
    first = by_clarabel(P / scale, q / scale, A, b, G, l, u, lower, upper)
    second = by_piqp(P / scale, q / scale, A, b, G, l, u, lower, upper)
    values = [float(0.5 * x @ P @ x + q @ x) for x in (first, second)]
    assert abs(values[0] - values[1]) <= AGREEMENT * scale, (name, values)
    return {
        "name": name, "scale": scale, "P": P.tolist(), "q": q.tolist(), "A": A.tolist(), "b": b.tolist(), "G": G.tolist(),
        "l": l.tolist(), "u": u.tolist(), "lower": lower.tolist(), "upper": upper.tolist(), "objective": values[0],
    }


def by_clarabel(P, q, A, b, G, l, u, lower, upper):
    n = len(q)
    rows = np.vstack([A, G, -G, np.eye(n), -np.eye(n)])
    limits = np.concatenate([b, u, -l, upper, -lower])
    cones = [clarabel.ZeroConeT(len(b)), clarabel.NonnegativeConeT(len(limits) - len(b))]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-11
    hessian = sparse.csc_matrix(np.triu(P))
    answer = clarabel.DefaultSolver(hessian, q, sparse.csc_matrix(rows), limits, cones, settings).solve()
    return np.array(answer.x)


def by_piqp(P, q, A, b, G, l, u, lower, upper):
    solver = piqp.DenseSolver()
    solver.settings.eps_abs = 1e-11
    solver.settings.eps_rel = 1e-11
    solver.setup(P, q, A, b, G, l, u, lower, upper)
    solver.solve()
    return solver.result.x


def rounded(values):
    """Rounds values to multiples of 1/64. Short numbers keep the fixture small."""
    return np.round(values * 64) / 64


if __name__ == "__main__":
    main()
