"""Golden answers of the hierarchical methods on the sample market, by skfolio. They are compared with NumPy and SciPy
alone and, where these support the method, with Riskfolio-Lib and PyPortfolioOpt. Part of golden.py.
"""

import contextlib
import io
import warnings

import numpy as np
import pandas as pd
import pypfopt
import riskfolio
import scipy.cluster.hierarchy as sch
import scipy.optimize
import scipy.spatial.distance as scd
import scipy.stats
import skfolio
from skfolio import RiskMeasure
from skfolio.cluster import HierarchicalClustering, LinkageMethod
from skfolio.distance import KendallDistance, PearsonDistance, SpearmanDistance
from skfolio.optimization import (
    HierarchicalEqualRiskContribution,
    HierarchicalRiskParity,
    InverseVolatility,
    MeanRisk,
    NestedClustersOptimization,
    SchurComplementary,
)

AGREEMENT = 1e-9  # largest absolute difference of two weights; SOLVED applies where clusters contain programs
SOLVED = 1e-6

DISTANCES = {
    "pearson": PearsonDistance(),
    "absolute": PearsonDistance(absolute=True),
    "spearman": SpearmanDistance(),
    "kendall": KendallDistance(),
}
MEASURES = {
    "variance": RiskMeasure.VARIANCE,
    "volatility": RiskMeasure.STANDARD_DEVIATION,
    "semideviation": RiskMeasure.SEMI_DEVIATION,
    "mad": RiskMeasure.MEAN_ABSOLUTE_DEVIATION,
    "cvar": RiskMeasure.CVAR,
}
FORMULAS = {
    "hrp": "distance sqrt((1-rho)/2), of absolute sqrt(1-|rho|); scipy linkage and leaf order; halving bisection, the first half of floor(n/2); "
    "each half weighed inversely to the risk of its inverse-risk portfolio",
    "herc": "tree as for hrp, cut into clusters; weight split at each node above them inversely to the sums of the clusters' risks; inverse risk inside",
    "nco": "clusters as for herc; the inner method inside each, the outer one across these portfolios, in sample",
    "schur": "hrp whose halves A become (I - gamma B D^-1 M')^-1 (A - gamma B D^-1 B'), gamma as given",
}


def hierarchical_cases(sample_of):
    us20 = sample_of("US", 20, "2019-01-01", "2022-12-31", "daily")
    in15 = sample_of("IN", 15, "2017-01-01", "2024-12-31", "weekly", skip=1, step=3)
    in31 = sample_of("IN", 31, "2018-01-01", "2022-12-31", "daily", skip=2)

    yield case("hrp_us20_daily", "hierarchical risk parity by its defaults", us20, "hrp")
    yield case("hrp_in31_daily", "the same of an odd number of assets", in31, "hrp")
    yield case("hrp_dendrogram_in31_daily", "leaves in the order of the mergers", in31, "hrp", leaf_order="dendrogram")
    yield case("hrp_bounds_in15_weekly", "within bounds of weights", in15, "hrp", bounds=(0.03, 0.09))
    yield case("hrp_ward_cvar_in15_weekly", "split by CVaR", in15, "hrp", linkage="ward", risk_measure="cvar", confidence=0.95)
    yield case("hrp_spearman_average_in31_daily", "rank correlations", in31, "hrp", distance="spearman", linkage="average")
    yield case(
        "hrp_kendall_complete_in15_weekly",
        "Kendall's tau, split by semideviation",
        in15,
        "hrp",
        distance="kendall",
        linkage="complete",
        risk_measure="semideviation",
    )
    yield case("hrp_absolute_in31_daily", "opposites near each other", in31, "hrp", distance="absolute", risk_measure="volatility")
    yield case("herc_us20_daily", "clusters by the two-difference gap", us20, "herc")
    yield case("herc_in31_daily", "clusters by the two-difference gap", in31, "herc")
    yield case("herc_mad_complete_in15_weekly", "five clusters, split by MAD", in15, "herc", linkage="complete", clusters=5, risk_measure="mad")
    yield case("nco_in15_weekly", "minimum variance inside and across clusters by the gap", in15, "nco")
    yield case(
        "nco_inverse_volatility_hrp_in31_daily",
        "inverse volatility inside six clusters, hrp across them",
        in31,
        "nco",
        linkage="average",
        clusters=6,
        inner="inverse_volatility",
        outer="hrp",
    )
    yield case("schur_in31_daily", "Schur complements of an odd number of assets", in31, "schur")
    yield case("schur_single_in15_weekly", "a small share of the complements", in15, "schur", linkage="single", gamma=0.1)


def case(name, what, sample, method, bounds=None, **parameters):
    """Returns one golden case of a hierarchical method, or None where two answers differ by more than the tolerance."""
    # skfolio always uses the optimal leaf order, so it cannot check the order of the mergers.
    knows = parameters.get("leaf_order") != "dendrogram"
    answers = {f"skfolio {skfolio.__version__}": by_skfolio(sample, method, bounds, parameters)} if knows else {}
    answers |= by_others(sample, method, bounds, parameters)
    answers["the formula in numpy and scipy"] = by_formula(sample, method, bounds, parameters)
    (first, weights), *others = answers.items()
    allowed = SOLVED if method == "nco" and "inner" not in parameters else AGREEMENT
    differences = {other: np.abs(weights - answer).max() for other, answer in others}
    if max(differences.values()) > allowed:
        print(f"{name}: not written: {differences}")
        return None
    # For programs inside clusters, the expected answer is that of the formula, whose solver is the more exact one.
    expected = answers["the formula in numpy and scipy"] if allowed == SOLVED else weights
    rules = {} if bounds is None else {"constraints": {"weight_bounds": {"min": bounds[0], "max": bounds[1]}}}
    return {
        "id": name,
        "kind_of_case": "weights",
        "what": what,
        "formula": FORMULAS[method],
        "data": sample.data,
        "request": {
            "methods": [{"method": method, **parameters}],
            "covariance": {"estimator": "sample"},
            **rules,
        },
        "expected": {
            "status": "computed",
            "weights": dict(zip(sample.assets, expected.tolist())),
            "weights_unique": True,
        },
        "tolerance": {"weights_absolute": 1e-6 if allowed == SOLVED else 1e-9},
        "made_with": first,
        "cross_check": "; ".join(f"{other}: weights differ by at most {value:.1e}" for other, value in differences.items()),
    }


def by_skfolio(sample, method, bounds, parameters):
    default = "single" if method == "hrp" else "ward"
    linkage = LinkageMethod(parameters.get("linkage", default))
    distance = DISTANCES[parameters.get("distance", "pearson")]
    clustering = HierarchicalClustering(max_clusters=parameters.get("clusters"), linkage_method=linkage)
    limits = {} if bounds is None else {"min_weights": bounds[0], "max_weights": bounds[1]}
    measure = MEASURES[parameters.get("risk_measure", "variance")]
    tight = dict(solver_params=dict(tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12))
    estimators = {
        "min_volatility": MeanRisk(**tight),
        "inverse_volatility": InverseVolatility(),
        "hrp": HierarchicalRiskParity(hierarchical_clustering_estimator=HierarchicalClustering(linkage_method=LinkageMethod.SINGLE)),
    }
    model = {
        "hrp": lambda: HierarchicalRiskParity(
            risk_measure=measure,
            distance_estimator=distance,
            hierarchical_clustering_estimator=HierarchicalClustering(linkage_method=linkage),
            **limits,
        ),
        "herc": lambda: HierarchicalEqualRiskContribution(
            risk_measure=measure, distance_estimator=distance, hierarchical_clustering_estimator=clustering
        ),
        "nco": lambda: NestedClustersOptimization(
            inner_estimator=estimators[parameters.get("inner", "min_volatility")],
            outer_estimator=estimators[parameters.get("outer", "min_volatility")],
            distance_estimator=distance,
            clustering_estimator=clustering,
            cv="ignore",
        ),
        "schur": lambda: SchurComplementary(
            gamma=parameters.get("gamma", 0.5),
            keep_monotonic=False,
            distance_estimator=distance,
            hierarchical_clustering_estimator=HierarchicalClustering(linkage_method=linkage),
        ),
    }[method]()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(pd.DataFrame(sample.returns, columns=sample.assets))
    return np.asarray(model.weights_, dtype=float)


def by_others(sample, method, bounds, parameters):
    """Returns the weights by each other library that can state the same hierarchical problem."""
    frame = pd.DataFrame(sample.returns, columns=sample.assets)
    linkage = parameters.get("linkage", "single" if method == "hrp" else "ward")
    if bounds is not None or method not in ("hrp", "herc") or "distance" in parameters:
        return {}
    if parameters.get("leaf_order") == "dendrogram":
        model = pypfopt.HRPOpt(frame)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            weights = model.optimize(linkage_method=linkage)
        return {f"PyPortfolioOpt {pypfopt.__version__}": np.array([weights[asset] for asset in sample.assets])}
    if method == "herc" and "clusters" not in parameters:
        # Riskfolio-Lib's gap statistic uses standard deviations instead of means, so it may choose another number of
        # clusters.
        return {}
    word = {"variance": "MV", "cvar": "CVaR", "mad": "MAD"}[parameters.get("risk_measure", "variance")]
    model = riskfolio.HCPortfolio(returns=frame, alpha=0.05)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        weights = model.optimization(
            model=method.upper(),
            codependence="pearson",
            rm=word,
            linkage=linkage,
            k=parameters.get("clusters"),
            leaf_order=True,
        )
    return {f"Riskfolio-Lib {riskfolio.__version__}": weights["weights"].to_numpy()}


def by_formula(sample, method, bounds, parameters):
    x = sample.returns
    n = x.shape[1]
    covariance = np.cov(x.T)
    distance = distances(x, parameters.get("distance", "pearson"))
    linkage = parameters.get("linkage", "single" if method == "hrp" else "ward")
    tree = sch.linkage(scd.squareform(distance, checks=False), linkage)
    if method in ("hrp", "schur") and parameters.get("leaf_order", "optimal") == "optimal":
        tree = sch.optimal_leaf_ordering(tree, scd.squareform(distance, checks=False))
    risk = risk_of(x, covariance, parameters)
    if method == "hrp":
        return halved(sch.leaves_list(tree), risk, bounds or (0, 1), n)
    if method == "schur":
        return complements(sch.leaves_list(tree), covariance, parameters.get("gamma", 0.5))
    count = parameters.get("clusters") or gap(distance, tree)
    labels = sch.fcluster(tree, count, criterion="maxclust")
    clusters = [np.flatnonzero(labels == label) for label in np.unique(labels)]
    if method == "herc":
        return contributions(sch.to_tree(tree), clusters, risk, n)
    return nested(clusters, covariance, parameters)


def distances(x, word):
    rank = {"spearman": lambda: scipy.stats.spearmanr(x).statistic, "kendall": lambda: kendall(x)}
    rho = rank.get(word, lambda: np.corrcoef(x.T))()
    distance = np.sqrt(np.clip(1 - np.abs(rho) if word == "absolute" else (1 - rho) / 2, 0, 1))
    np.fill_diagonal(distance, 0)
    return (distance + distance.T) / 2


def kendall(x):
    n = x.shape[1]
    tau = np.eye(n)
    for i in range(n):
        for j in range(i):
            tau[i, j] = tau[j, i] = scipy.stats.kendalltau(x[:, i], x[:, j]).statistic
    return tau


def risk_of(x, covariance, parameters):
    word = parameters.get("risk_measure", "variance")

    def risk(weights):
        series = x @ weights
        below = np.minimum(series - series.mean(), 0)
        if word in ("variance", "volatility"):
            variance = weights @ covariance @ weights
            return variance if word == "variance" else np.sqrt(variance)
        if word == "semideviation":
            return np.sqrt((below**2).sum() / (len(series) - 1))
        if word == "mad":
            return np.abs(series - series.mean()).mean()
        tail = (1 - parameters["confidence"]) * len(series)
        worst = np.sort(-series)[::-1]
        whole = int(tail)
        return (worst[:whole].sum() + (tail - whole) * worst[whole]) / tail

    return risk


def inverse_risk(members, risk, n):
    weights = np.zeros(n)
    weights[members] = [1 / risk(unit) for unit in np.eye(n)[members]]
    return weights / weights.sum()


def halved(order, risk, bounds, n):
    low, high = bounds
    weights = np.ones(n)
    rows = [order]
    while rows:
        row = rows.pop()
        if len(row) < 2:
            continue
        left, right = row[: len(row) // 2], row[len(row) // 2 :]
        risks = [risk(inverse_risk(half, risk, n)) for half in (left, right)]
        whole = weights[row[0]]
        least = max(low * len(left), whole - high * len(right))
        most = min(high * len(left), whole - low * len(right))
        part = min(most, max(least, whole * risks[1] / sum(risks)))
        weights[left], weights[right] = part, whole - part
        rows += [left, right]
    return weights


def complements(order, covariance, gamma):
    n = len(order)
    weights = np.ones(n)

    def split(places, block):
        size = len(places) // 2
        if size == 0:
            return
        a, b, d = block[:size, :size], block[:size, size:], block[size:, size:]
        if size > 1:
            a, d = augmented(a, b, d, gamma), augmented(d, b.T, a, gamma)
        variances = []
        for half in (a, d):
            inverse = 1 / np.diag(half)
            inverse /= inverse.sum()
            variances.append(inverse @ half @ inverse)
        weights[places[:size]] *= variances[1] / sum(variances)
        weights[places[size:]] *= variances[0] / sum(variances)
        split(places[:size], a)
        split(places[size:], d)

    split(order, covariance[np.ix_(order, order)])
    return weights


def augmented(a, b, d, gamma):
    n, m = b.shape
    if gamma == 0 or n == 1 or m == 1:
        return a
    inverse = np.linalg.inv(d)
    half = np.linalg.inv(np.eye(n) - gamma * b @ inverse @ stepped(n, m).T) @ (a - gamma * b @ inverse @ b.T)
    return (half + half.T) / 2


def stepped(n, m):
    """Returns the n × m matrix that maps a vector of m entries to n: the mean over all places of an identity matrix
    with a row of means inserted at that place."""
    if n == m:
        return np.eye(n)
    if n < m:
        return stepped(m, n).T * n / m
    return np.mean([np.insert(np.eye(m), place, 1 / m, axis=0) for place in range(n)], axis=0)


def gap(distance, tree):
    n = len(distance)
    most = min(n, max(8, round(np.sqrt(n))))
    cuts = sch.cut_tree(tree)
    spreads = []
    for count in range(1, most + 1):
        labels = cuts[:, n - count]
        inside = [distance[np.ix_(labels == label, labels == label)] for label in np.unique(labels)]
        spreads.append(sum(block[np.triu_indices(len(block), 1)].mean() for block in inside if len(block) > 1))
    spreads = np.array(spreads)
    return int(np.argmax(spreads[2:] + spreads[:-2] - 2 * spreads[1:-1])) + 2


def contributions(root, clusters, risk, n):
    portfolios = [inverse_risk(cluster, risk, n) for cluster in clusters]
    risks = [risk(portfolio) for portfolio in portfolios]
    weights = np.ones(n)

    def split(node):
        leaves = set(node.pre_order())
        inside = [k for k, cluster in enumerate(clusters) if leaves >= set(cluster)]
        if len(inside) == 1:
            return
        sums = []
        for child in (node.left, node.right):
            below = set(child.pre_order())
            sums.append(sum(risks[k] for k in inside if below >= set(clusters[k])))
        weights[node.left.pre_order()] *= sums[1] / sum(sums)
        weights[node.right.pre_order()] *= sums[0] / sum(sums)
        split(node.left)
        split(node.right)

    split(root)
    return weights * sum(portfolios)


def nested(clusters, covariance, parameters):
    solvers = {"min_volatility": least_variance, "inverse_volatility": lambda s: normed(1 / np.sqrt(np.diag(s))), "hrp": single_hrp}
    inner, outer = solvers[parameters.get("inner", "min_volatility")], solvers[parameters.get("outer", "min_volatility")]
    portfolios = np.zeros((len(clusters), len(covariance)))
    for portfolio, cluster in zip(portfolios, clusters):
        portfolio[cluster] = inner(covariance[np.ix_(cluster, cluster)]) if len(cluster) > 1 else 1
    return outer(portfolios @ covariance @ portfolios.T) @ portfolios


def normed(weights):
    return weights / weights.sum()


def least_variance(covariance):
    """Returns the portfolio of least variance by nonnegative least squares, exact to rounding. On the held assets S x =
    1 gives the weights after scaling to a sum of 1."""
    n = len(covariance)
    scale = np.sqrt(np.diag(covariance).mean())
    root = np.linalg.cholesky(covariance).T / scale
    weights, _ = scipy.optimize.nnls(np.vstack([root, 1e6 * np.ones(n)]), np.append(np.zeros(n), 1e6), maxiter=100 * n)
    held = weights > 1e-9
    exact = np.zeros(n)
    exact[held] = normed(np.linalg.solve(covariance[np.ix_(held, held)], np.ones(held.sum())))
    return exact


def single_hrp(covariance):
    deviations = np.sqrt(np.diag(covariance))
    rho = covariance / np.outer(deviations, deviations)
    distance = np.sqrt(np.clip((1 - rho) / 2, 0, 1))
    np.fill_diagonal(distance, 0)
    condensed = scd.squareform(distance, checks=False)
    order = sch.leaves_list(sch.optimal_leaf_ordering(sch.linkage(condensed, "single"), condensed))
    return halved(order, lambda weights: weights @ covariance @ weights, (0, 1), len(covariance))
