"""Writes tests/fixtures/kernels/*.json: inputs of the numeric core with the answers of NumPy (LAPACK), SciPy and
scikit-learn.

Run: python scripts/reference/kernels.py
"""

import json
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import scipy.cluster.hierarchy
import scipy.linalg
import scipy.spatial.distance
import scipy.stats
import sklearn
from sklearn.covariance import ledoit_wolf

SEED = 20260731
FOLDER = Path(__file__).parents[2] / "tests" / "fixtures" / "kernels"


def main():
    random = np.random.default_rng(SEED)
    FOLDER.mkdir(parents=True, exist_ok=True)
    write("products", product_cases(random))
    write("cholesky", cholesky_cases(random))
    write("eigen", eigen_cases(random))
    write("moments", moment_cases(random))
    write("tail", tail_cases(random))
    write("linkage", linkage_cases(np.random.default_rng(SEED)))
    write("kendall", kendall_cases(np.random.default_rng(SEED)))


def product_cases(random):
    shapes = [(1, 1, 1), (5, 3, 2), (4, 8, 4), (13, 7, 11), (9, 270, 6)]
    cases = []
    for m, k, n in shapes:
        a, b = draw(random, m, k), draw(random, k, n)
        cases.append({"a": matrix(a), "b": matrix(b), "product": matrix(a @ b), "crossProduct": matrix(b.T @ b)})
    return cases


def cholesky_cases(random):
    factor = draw(random, 20, 12)
    spread = np.diag(10.0 ** np.arange(-6, 6))
    matrices = {
        "one by one": np.array([[4.0]]),
        "well conditioned": factor.T @ factor,
        "scale 1e-12": 1e-12 * (factor.T @ factor),
        "Hilbert": scipy.linalg.hilbert(7),
        "badly scaled": spread @ (factor.T @ factor) @ spread,
    }
    cases = []
    for name, s in matrices.items():
        lower = np.linalg.cholesky(s)
        b = draw(random, len(s), 1)[:, 0]
        cases.append({
            "name": name,
            "s": matrix(s),
            "lower": matrix(lower),
            "condition": np.linalg.cond(s, 1),
            "b": list(b),
            "solution": list(scipy.linalg.solve_triangular(lower, b, lower=True)),
            "solutionTransposed": list(scipy.linalg.solve_triangular(lower, b, lower=True, trans="T")),
        })
    return cases


def eigen_cases(random):
    square = draw(random, 11, 11)
    tall = draw(random, 30, 4)
    duplicated = np.cov(np.hstack([tall, tall, tall[:, :1]]), rowvar=False)
    v = draw(random, 9, 1)
    wilkinson = np.diag(np.abs(np.arange(21.0) - 10)) + np.eye(21, k=1) + np.eye(21, k=-1)
    matrices = {
        "one by one": np.array([[-3.0]]),
        "two by two": np.array([[2.0, 1.0], [1.0, 2.0]]),
        "indefinite": square + square.T,
        "scale 1e-12": 1e-12 * (square + square.T),
        "scale 1e200": 1e200 * (square + square.T),
        "graded": (square + square.T) * np.outer(10.0 ** -np.arange(11), 10.0 ** -np.arange(11)),
        "rank one": v @ v.T,
        "duplicate columns": duplicated,
        "identity": np.eye(7),
        "zero": np.zeros((5, 5)),
        "Wilkinson": wilkinson,
    }
    return [{"name": k, "s": matrix(s), "values": list(np.linalg.eigvalsh(s))} for k, s in matrices.items()]


def moment_cases(random):
    returns = 0.01 * draw(random, 40, 5)
    tables = {
        "ordinary": returns,
        "scale 1e-12": 1e-12 * draw(random, 25, 3),
        "rank one": np.outer(draw(random, 12, 1)[:, 0], [1.0, -2.0, 0.5, 3.0]),
        "duplicate columns": np.hstack([returns, returns[:, :2]]),
        "one asset": returns[:, :1],
        "two observations": returns[:2],
        "fewer observations than assets": 0.01 * draw(random, 6, 9),
        "mean far from zero": 1e6 + draw(random, 20, 3),
        "longer than a block": np.round(0.01 * draw(random, 520, 3), 4),
    }
    cases = []
    for name, x in tables.items():
        shrunk, intensity = ledoit_wolf(x)
        exact_means, exact_covariance = moments(x, np.ones(len(x)), len(x) - 1)
        decay = 0.94
        ewma_means, ewma_covariance = moments(x, decay ** np.arange(len(x) - 1, -1, -1.0), None)
        cases.append({
            "name": name,
            "returns": matrix(x),
            "means": exact_means,
            "covariance": exact_covariance,
            "decay": decay,
            "exponentialMeans": ewma_means,
            "exponentialCovariance": ewma_covariance,
            "ledoitWolf": {"covariance": matrix(shrunk), "intensity": float(intensity)},
        })
    return cases


def moments(x, weights, divisor):
    """Returns weighted means and covariance in rational arithmetic, rounded once. A divisor of None means the sum of
    the weights."""
    rows = [[Fraction(float(v)) for v in row] for row in x]
    w = [Fraction(float(v)) for v in weights]
    total = sum(w)
    n = range(len(rows[0]))
    means = [sum(wt * row[i] for wt, row in zip(w, rows)) / total for i in n]
    deviations = [[row[i] - means[i] for i in n] for row in rows]
    by = total if divisor is None else Fraction(divisor)
    covariance = [float(sum(wt * d[i] * d[j] for wt, d in zip(w, deviations)) / by) for i in n for j in n]
    return [float(m) for m in means], {"rows": len(n), "columns": len(n), "data": covariance}


def tail_cases(random):
    samples = {
        "one loss": ([0.25], ["0.5", "0.95"]),
        "whole tail": (list(np.round(random.standard_t(4, 1000), 6)), ["0.95", "0.9", "0.99", "0.999"]),
        "fractional tail": (list(draw(random, 37, 1)[:, 0]), ["0.5", "0.75", "0.9", "0.95", "0.99"]),
        "ties": ([1.0] * 6 + [2.0] * 7 + [3.0] * 7, ["0.5", "0.65", "0.8", "0.95"]),
    }
    cases = []
    for name, (losses, confidences) in samples.items():
        for confidence in confidences:
            value_at_risk, conditional = tail(losses, confidence)
            answer = {"confidence": float(confidence), "valueAtRisk": value_at_risk, "conditionalValueAtRisk": conditional}
            cases.append({"name": f"{name} at {confidence}", "losses": name, **answer})
    return {"losses": {name: losses for name, (losses, _) in samples.items()}, "cases": cases}


def tail(losses, confidence):
    """Returns value at risk and CVaR in rational arithmetic: Rockafellar and Uryasev's minimum over the order
    statistics. The confidence is read exactly as it is written."""
    mass = (1 - Fraction(confidence)) * len(losses)
    exact = [Fraction(float(v)) for v in losses]
    k = max(1, math.ceil(mass))
    conditional = min(t + sum(max(v - t, 0) for v in exact) / mass for t in set(exact))
    return float(sorted(exact, reverse=True)[k - 1]), float(conditional)


def linkage_cases(random):
    grid = np.array([[i, j] for i in range(5) for j in range(5)], dtype=float)
    apart = {
        "two points": points(draw(random, 2, 2)),
        "three points": points(draw(random, 3, 2)),
        "five points": points(draw(random, 5, 3)),
        "seventeen points": points(draw(random, 17, 3)),
        "forty points": points(draw(random, 40, 4)),
        "a grid, with ties": scipy.spatial.distance.pdist(grid, "cityblock"),
        "all as far apart": np.ones(6 * 5 // 2),
        "each point twice": points(np.repeat(draw(random, 6, 2), 2, axis=0)),
        "two distances": random.integers(1, 3, 20 * 19 // 2).astype(float),
        "five distances": random.integers(1, 6, 30 * 29 // 2).astype(float),
        "a line of growing steps": scipy.spatial.distance.pdist(np.cumsum(np.arange(15.0))[:, None]),
    }
    cases = []
    for name, condensed in apart.items():
        for method in ("single", "complete", "average", "ward"):
            tree = scipy.cluster.hierarchy.linkage(condensed, method)
            ordered = scipy.cluster.hierarchy.optimal_leaf_ordering(tree, condensed)
            cases.append({
                "name": name,
                "method": method,
                "parts": [int(part) for part in tree[:, :2].ravel()],
                "heights": list(tree[:, 2]),
                "leaves": [int(leaf) for leaf in scipy.cluster.hierarchy.leaves_list(tree)],
                "optimal": [int(leaf) for leaf in scipy.cluster.hierarchy.leaves_list(ordered)],
            })
    return {"distances": {name: list(condensed) for name, condensed in apart.items()}, "cases": cases}


def points(at):
    return np.round(scipy.spatial.distance.pdist(at), 6)


def kendall_cases(random):
    tables = {
        "without ties": draw(random, 50, 4),
        "with ties": np.round(random.standard_normal((70, 4)), 0),
        "two values": random.integers(0, 2, (41, 3)).astype(float),
        "one way and the other": np.arange(9.0)[:, None] * np.array([[1.0, -1.0]]),
        "two observations": np.array([[0.0, 1.0], [1.0, 0.0]]),
    }
    cases = []
    for name, x in tables.items():
        n = x.shape[1]
        tau = np.array([[scipy.stats.kendalltau(x[:, i], x[:, j]).statistic for j in range(n)] for i in range(n)])
        cases.append({"name": name, "returns": matrix(x), "tau": matrix(tau)})
    return cases


def draw(random, rows, columns):
    return np.round(random.standard_normal((rows, columns)), 4)


def matrix(of):
    return {"rows": of.shape[0], "columns": of.shape[1], "data": [float(v) for v in of.ravel()]}


def write(name, cases):
    made_with = {"numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__}
    text = json.dumps({"madeWith": made_with, "seed": SEED, "cases": cases}, separators=(",", ":"))
    (FOLDER / f"{name}.json").write_text(text + "\n")


main()
