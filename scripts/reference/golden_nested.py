"""Golden answers of nested clusters under bounds and limits of groups, by two solvers of the same documented rounds. Part
of golden.py.
"""

import clarabel
import cvxpy as cp
import hierarchical
import numpy as np
import scipy.cluster.hierarchy as sch
import scipy.optimize
import scipy.spatial.distance as scd

AGREEMENT = 1e-7  # largest absolute difference of two weights
OF_CLUSTERS = 1000  # how much more the weight of a cluster counts than a single weight in the first shares
FORMULA = (
    "minimum variance inside and across clusters under shares of the limits: u_c within l/s_c and h/s_c and within its "
    "part of each group and what the group has to spare over the weights of the clusters with a part of it; v with every "
    "l <= sum v_c u_c <= h and every group within its limits; shares taken at the nearest weights, then at w until they settle"
)


def cases(sample_of):
    in15 = sample_of("IN", 15, "2017-01-01", "2024-12-31", "weekly", skip=1, step=3)
    us20 = sample_of("US", 20, "2019-01-01", "2022-12-31", "daily")
    thirds = {asset: ["red", "green", "blue"][i % 3] for i, asset in enumerate(in15.assets)}
    yield case("nco_bounds_in15_weekly", "within bounds of weights", in15, {"min": 0.03, "max": 0.09})
    yield case(
        "nco_groups_in15_weekly",
        "within bounds and limits of groups that cut through the clusters",
        in15,
        {"max": 0.2},
        {"map": thirds, "rules": [{"group": "red", "max": 0.2}, {"group": "blue", "min": 0.5, "max": 0.6}]},
    )
    halves = {asset: "first" if i < 10 else "last" for i, asset in enumerate(us20.assets)}
    yield case(
        "nco_groups_us20_daily",
        "within a cap and a least sum of a group",
        us20,
        {"max": 0.1},
        {"map": halves, "rules": [{"group": "last", "min": 0.7}]},
    )


def case(name, what, sample, bounds, groups=None):
    answers = {
        f"cvxpy {cp.__version__} with Clarabel {clarabel.__version__}": rounds(sample, bounds, groups, by_clarabel),
        f"scipy {scipy.__version__} SLSQP": rounds(sample, bounds, groups, by_slsqp),
    }
    (first, weights), (other, check) = answers.items()
    apart = np.abs(weights - check).max()
    if apart > AGREEMENT:
        print(f"{name}: not written: {apart:.1e} apart")
        return None
    return {
        "id": name,
        "kind_of_case": "weights",
        "what": what,
        "formula": FORMULA,
        "data": sample.data,
        "request": {
            "methods": [{"method": "nco"}],
            "covariance": {"estimator": "sample"},
            "constraints": {"weight_bounds": bounds, **({} if groups is None else {"groups": groups})},
        },
        "expected": {"status": "computed", "weights": dict(zip(sample.assets, weights.tolist())), "weights_unique": True},
        "tolerance": {"weights_absolute": 1e-6},
        "made_with": first,
        "cross_check": f"{other}: weights differ by at most {apart:.1e}",
    }


def rounds(sample, bounds, groups, solve):
    covariance, n = np.cov(sample.returns.T), len(sample.assets)
    low, high = np.full(n, bounds.get("min", 0.0)), np.full(n, bounds.get("max", 1.0))
    limits = [] if groups is None else [
        (
            np.array([float(groups["map"][asset] == rule["group"]) for asset in sample.assets]),
            rule.get("min", -np.inf),
            rule.get("max", np.inf),
        )
        for rule in groups["rules"]
    ]
    distance = hierarchical.distances(sample.returns, "pearson")
    tree = sch.linkage(scd.squareform(distance, checks=False), "ward")
    labels = sch.fcluster(tree, hierarchical.gap(distance, tree), criterion="maxclust")
    clusters = [np.flatnonzero(labels == label) for label in np.unique(labels)]
    free = hierarchical.nested(clusters, covariance, {})
    belongs = np.array([np.isin(np.arange(n), cluster) for cluster in clusters], dtype=float)
    near = np.eye(n) + OF_CLUSTERS * belongs.T @ belongs
    at = solve(near, near @ free, low, high, limits)
    for _ in range(200):
        portfolios = np.zeros((len(clusters), n))
        for portfolio, cluster in zip(portfolios, clusters):
            portfolio[cluster] = inside(cluster, clusters, covariance, (low, high, limits), at, solve)
        sums = belongs @ at
        floor = [max(low[i] / u[i] for i in np.flatnonzero(u > 1e-8)) for u in portfolios]
        ceiling = [min(high[i] / u[i] for i in np.flatnonzero(u > 1e-8)) for u in portfolios]
        rows = [(portfolios @ group, least, most) for group, least, most in limits]
        within = np.minimum(floor, sums), np.maximum(ceiling, sums)
        v = solve(portfolios @ covariance @ portfolios.T, np.zeros(len(clusters)), *within, rows)
        before, at = at, v @ portfolios
        if np.abs(at - before).max() < 1e-9:
            return at
    raise ValueError("the shares do not settle")


def inside(cluster, clusters, covariance, rules, at, solve):
    low, high, limits = rules
    whole = at[cluster].sum()
    rows = []
    for group, least, most in limits:
        if 0 < group[cluster].sum() < len(cluster):
            parts = [one for one in clusters if 0 < group[one].sum() < len(one)]
            shared = sum(at[one].sum() for one in parts)
            own = group[cluster] @ at[cluster] / whole
            rows.append((group[cluster], own - max(0, group @ at - least) / shared, own + max(0, most - group @ at) / shared))
    if len(cluster) == 1:
        return 1
    own = at[cluster] / whole
    floor, ceiling = np.minimum(low[cluster] / whole, own), np.maximum(high[cluster] / whole, own)
    return solve(covariance[np.ix_(cluster, cluster)], np.zeros(len(cluster)), floor, ceiling, rows)


def by_clarabel(matrix, linear, low, high, rows):
    """Minimises w'Mw / 2 - linear'w over weights that sum to 1 within bounds and rows."""
    if len(low) == 1:
        return np.ones(1)
    scale = np.diag(matrix).mean()
    w = cp.Variable(len(low))
    rules = [cp.sum(w) == 1, w >= np.maximum(low, 0), w <= np.minimum(high, 1)]
    rules += [row @ w >= least for row, least, _ in rows if np.isfinite(least)]
    rules += [row @ w <= most for row, _, most in rows if np.isfinite(most)]
    half = np.linalg.cholesky(matrix / scale).T
    problem = cp.Problem(cp.Minimize(cp.sum_squares(half @ w) / 2 - linear @ w / scale), rules)
    problem.solve(solver="CLARABEL", tol_gap_abs=1e-14, tol_gap_rel=1e-14, tol_feas=1e-13, max_iter=500)
    assert problem.status in ("optimal", "optimal_inaccurate"), problem.status
    return w.value


def by_slsqp(matrix, linear, low, high, rows):
    if len(low) == 1:
        return np.ones(1)
    scale = np.diag(matrix).mean()
    sides = [(row, least) for row, least, _ in rows if np.isfinite(least)]
    sides += [(-row, -most) for row, _, most in rows if np.isfinite(most)]
    rules = [{"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones(len(w))}]
    rules += [
        {"type": "ineq", "fun": lambda w, row=row, least=least: row @ w - least, "jac": lambda w, row=row: row}
        for row, least in sides
    ]
    found = scipy.optimize.minimize(
        lambda w: (w @ matrix @ w / 2 - linear @ w) / scale,
        np.full(len(low), 1 / len(low)),
        jac=lambda w: (matrix @ w - linear) / scale,
        bounds=list(zip(np.maximum(low, 0), np.minimum(high, 1))),
        constraints=rules,
        method="SLSQP",
        options={"ftol": 1e-18, "maxiter": 2000},
    )
    return found.x
