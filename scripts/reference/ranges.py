"""Writes tests/fixtures/ranges.json: random rule sets, whether weights can satisfy them, and the range of every weight
and every named sum. HiGHS solves linear and integer rules, cvxpy with Clarabel curved rules. No code of the service
is used: each rule set is stated again from its JSON.

    python scripts/reference/ranges.py
"""

import json
import pathlib

import cvxpy as cp
import highspy
import numpy as np

TARGET = pathlib.Path(__file__).parents[2] / "tests/fixtures/ranges.json"
LEAST_HELD = 1e-4
INFINITY = highspy.kHighsInf


def main():
    random = np.random.default_rng(20261125)
    cases = [linear_case(random, k) for k in range(300)]
    # Finding which integer rules conflict takes longer than anything else, so only a few infeasible sets are kept.
    integer = [integer_case(random, k) for k in range(60)]
    cases += [case for case in integer if case["feasible"]] + [case for case in integer if not case["feasible"]][:4]
    cases += [curved_case(random, k) for k in range(40)]
    cases += [volatility_case(random, k) for k in range(40)]
    TARGET.write_text(json.dumps({"cases": cases}, separators=(",", ":")) + "\n")


def linear_case(random, k):
    body = linear_rules(random, int(random.integers(2, 11)))
    return {"id": f"linear_{k}", "body": body, **answered(body, ends_by_highs)}


def integer_case(random, k):
    n = int(random.integers(3, 8))
    body = linear_rules(random, n, short=False)
    rules = body["constraints"]
    rules["weight_bounds"] = {"min": 0, "max": round(float(random.uniform(0.4, 1)), 2)}
    if random.random() < 0.7:
        least = int(random.integers(1, min(4, n) + 1))
        rules["cardinality"] = {"min": least, "max": int(random.integers(least, n + 1))}
    if random.random() < 0.6 or "cardinality" not in rules:
        rules["min_position"] = round(float(random.uniform(0.02, 0.2)), 2)
    return {"id": f"integer_{k}", "body": body, **answered(body, ends_by_highs)}


def curved_case(random, k):
    n = int(random.integers(3, 9))
    body = linear_rules(random, n, short=False)
    rules = body["constraints"]
    if k % 2 == 0:
        rules["concentration"] = {"min_effective_assets": round(float(random.uniform(1.5, 0.8 * n)), 2)}
    else:
        assets = body.pop("assets")
        body["moments"] = moments(random, assets)
        covariance = np.array(body["moments"]["covariance"])
        middle = np.full(n, 1 / n)
        limit = float(np.sqrt(252 * middle @ covariance @ middle)) * random.uniform(0.9, 1.6)
        rules["risk_limits"] = [{"measure": "volatility", "max": round(limit, 4)}]
    return {"id": f"curved_{k}", "body": body, **answered(body, ends_by_cvxpy)}


def volatility_case(random, k):
    n = int(random.integers(2, 9))
    body = linear_rules(random, n)
    assets = body.pop("assets")
    body["moments"] = moments(random, assets)
    answer = answered(body, ends_by_highs)
    if answer["feasible"]:
        answer["volatility"] = volatilities(random, body)
    return {"id": f"volatility_{k}", "body": body, **answer}


def moments(random, assets):
    n = len(assets)
    factor = random.normal(size=(n, n)) * 0.01
    covariance = np.round(factor @ factor.T + 1e-5 * np.eye(n), 9)
    means = np.round(random.normal(size=n) * 5e-4, 7)
    return {"assets": assets, "expected_returns": means.tolist(), "covariance": covariance.tolist()}


def volatilities(random, body):
    """Returns the least and the largest annual volatility. The largest comes from climbs from 100 vertices, because a
    convex function is largest at a vertex."""
    covariance = np.array(body["moments"]["covariance"])
    rules, ends = ends_by_cvxpy(body), ends_by_highs(body)
    factor = np.linalg.cholesky(covariance).T
    least = cp.Problem(cp.Minimize(cp.norm(factor @ rules.w)), rules.kept)
    least.solve(solver=cp.CLARABEL, tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12)
    largest = 0.0
    for _ in range(100):
        slopes = random.normal(size=len(covariance))
        for _ in range(50):
            assert ends.least(-slopes) > -np.inf
            weights = np.array(ends.highs.getSolution().col_value)[: len(covariance)]
            variance = float(weights @ covariance @ weights)
            slopes = covariance @ weights / np.sqrt(variance)
            if variance <= largest * (1 + 1e-12):
                break
            largest = variance
    return [told(np.sqrt(252) * float(least.value)), told(np.sqrt(252 * largest))]


def linear_rules(random, n, short=None):
    """Returns random rules around a portfolio that satisfies most of them, so that many sets are feasible and some are
    not."""
    assets = [f"A{i}" for i in range(n)]
    near = random.dirichlet(np.ones(n))
    is_short = bool(random.random() < 0.25) if short is None else short
    rules = {}
    if is_short:
        near = near + random.normal(size=n) * 0.2
        near = near / near.sum()
        rules["exposure"] = {"short": True, "gross_max": round(float(np.abs(near).sum() + random.uniform(0, 0.5)), 2)}
        if random.random() < 0.5:
            rules["exposure"]["short_max"] = round(float(np.maximum(-near, 0).sum() + random.uniform(0, 0.3)), 2)
    if is_short or random.random() < 0.7:
        low = float(min(near.min(), 0)) - random.uniform(0, 0.2) if is_short else 0
        high = float(near.max()) + random.uniform(-0.05, 0.4)
        rules["weight_bounds"] = {"min": round(low, 2), "max": round(max(high, 0.05), 2)}
    if random.random() < 0.6:
        names = [f"G{random.integers(0, 3)}" for _ in assets]
        held = {name: float(sum(w for w, own in zip(near, names) if own == name)) for name in sorted(set(names))}
        limits = [{"group": name, **around(random, held[name])} for name in held if random.random() < 0.8]
        rules["groups"] = {"map": dict(zip(assets, names)), "rules": limits}
    if random.random() < 0.6:
        rules["linear"] = []
        for row in range(int(random.integers(1, 5))):
            own = np.where(random.random(n) < 0.6, np.round(random.normal(size=n), 2), 0)
            rules["linear"].append({
                "name": f"L{row}",
                "coefficients": {a: float(c) for a, c in zip(assets, own) if c != 0},
                **around(random, float(own @ near)),
            })
    if random.random() < 0.3:
        own = np.round(random.normal(size=n), 2)
        loadings = {a: {"value": float(c)} for a, c in zip(assets, own)}
        rules["factor_exposure"] = {
            "loadings": loadings, "rules": [{"factor": "value", **around(random, float(own @ near))}],
        }
    if random.random() < 0.2:
        rules["budget"] = {"min": 0.9, "max": 1.0}
    body = {"assets": assets, "constraints": rules}
    if random.random() < 0.3:
        start = random.dirichlet(np.ones(n + 1))
        body["starting_portfolio"] = {a: round(float(w), 3) for a, w in zip(assets + ["GONE"], start)}
        rules["turnover"] = {"max": round(float(random.uniform(0.3, 1.2)), 2)}
        if random.random() < 0.4:
            rules["locked"] = [assets[int(random.integers(0, n))]]
    return body


def around(random, value):
    low, high = random.uniform(-0.03, 0.15, size=2)
    kind = random.random()
    if kind < 0.15:
        return {"min": round(value, 3), "max": round(value, 3)}
    if kind < 0.4:
        return {"min": round(value - low, 3)}
    if kind < 0.65:
        return {"max": round(value + high, 3)}
    low, high = sorted([round(value - low, 3), round(value + high, 3)])
    return {"min": low, "max": high}


def answered(body, ends_of):
    ends = ends_of(body)
    if not ends.is_feasible:
        return {"feasible": False, "ranges": None}
    assets, rules = assets_of(body), body["constraints"]
    at = {a: i for i, a in enumerate(assets)}
    eye = np.eye(len(assets))
    ranges = {"assets": {a: ends(eye[i]) for i, a in enumerate(assets)}, "groups": {}, "linear": {}, "factors": {}}
    for name in sorted(set(rules.get("groups", {}).get("map", {}).values())):
        ranges["groups"][name] = ends(group_row(rules, name, assets))
    for rule in rules.get("linear", []):
        ranges["linear"][rule["name"]] = ends(row_of(rule["coefficients"], at))
    for rule in rules.get("factor_exposure", {}).get("rules", []):
        ranges["factors"][rule["factor"]] = ends(factor_row(rules, rule["factor"], assets))
    if "moments" in body:
        ranges["return"] = {"annual": ends(252 * np.array(body["moments"]["expected_returns"]))}
    return {"feasible": True, "ranges": ranges}


def assets_of(body):
    return body["assets"] if "assets" in body else body["moments"]["assets"]


def group_row(rules, name, assets):
    return np.array([1.0 if rules["groups"]["map"].get(a) == name else 0.0 for a in assets])


def factor_row(rules, factor, assets):
    loadings = rules["factor_exposure"]["loadings"]
    return np.array([loadings.get(a, {}).get(factor, 0.0) for a in assets])


def row_of(coefficients, at):
    row = np.zeros(len(at))
    for asset, value in coefficients.items():
        row[at[asset]] = value
    return row


def rows_of(body):
    """Returns the linear rules on the weights alone, as (row, low, high)."""
    assets, rules = assets_of(body), body["constraints"]
    at = {a: i for i, a in enumerate(assets)}
    budget = rules.get("budget", {"min": 1, "max": 1})
    rows = [(np.ones(len(assets)), budget.get("min", -INFINITY), budget.get("max", INFINITY))]
    for rule in rules.get("groups", {}).get("rules", []):
        rows.append((group_row(rules, rule["group"], assets), *limits(rule)))
    for rule in rules.get("linear", []):
        rows.append((row_of(rule["coefficients"], at), *limits(rule)))
    for rule in rules.get("factor_exposure", {}).get("rules", []):
        rows.append((factor_row(rules, rule["factor"], assets), *limits(rule)))
    return rows


def limits(rule):
    return rule.get("min", -INFINITY), rule.get("max", INFINITY)


def bounds_of(body):
    assets, rules = assets_of(body), body["constraints"]
    is_short = rules.get("exposure", {}).get("short", False)
    own = rules.get("weight_bounds", {})
    low = np.full(len(assets), float(own.get("min", -INFINITY if is_short else 0.0)))
    high = np.full(len(assets), float(own.get("max", INFINITY)))
    for asset in rules.get("locked", []):
        i, kept = assets.index(asset), body["starting_portfolio"].get(asset, 0.0)
        low[i], high[i] = max(low[i], kept), min(high[i], kept)
    return low, high


def starting_weights(body):
    held = body["starting_portfolio"]
    assets = assets_of(body)
    outside = sum(abs(w) for a, w in held.items() if a not in assets)
    return np.array([held.get(a, 0.0) for a in assets]), outside


class ends_by_highs:
    """Program of HiGHS that finds the ranges of weights and sums. Its variables are the weights, their long and short
    parts, purchases and sales, and whether each asset is held."""

    def __init__(self, body):
        self.n = n = len(assets_of(body))
        self.highs = highspy.Highs()
        self.highs.setOptionValue("output_flag", False)
        for option in ("primal_feasibility_tolerance", "dual_feasibility_tolerance", "mip_feasibility_tolerance"):
            self.highs.setOptionValue(option, 1e-10)
        self.highs.setOptionValue("mip_rel_gap", 0.0)
        self.highs.setOptionValue("mip_abs_gap", 1e-11)
        rules, (low, high) = body["constraints"], bounds_of(body)
        for i in range(n):
            self.highs.addVar(low[i], high[i])
        for row, least, most in rows_of(body):
            self.add({i: row[i] for i in range(n) if row[i] != 0}, least, most)
        if "exposure" in rules:
            positive, negative = self.parts(np.zeros(n))
            exposure = rules["exposure"]
            if "gross_max" in exposure:
                self.add({j: 1 for j in [*positive, *negative]}, -INFINITY, exposure["gross_max"])
            if "short_max" in exposure:
                self.add({j: 1 for j in negative}, -INFINITY, exposure["short_max"])
        if "turnover" in rules:
            start, outside = starting_weights(body)
            bought, sold = self.parts(start)
            self.add({j: 1 for j in [*bought, *sold]}, -INFINITY, 2 * rules["turnover"]["max"] - outside)
        if "cardinality" in rules or "min_position" in rules:
            least = rules.get("min_position", LEAST_HELD)
            held = [self.var(0, 1) for _ in range(n)]
            for i, j in enumerate(held):
                self.highs.changeColIntegrality(j, highspy.HighsVarType.kInteger)
                self.add({i: 1, j: -min(high[i], 1)}, -INFINITY, 0)
                self.add({i: 1, j: -least}, 0, INFINITY)
            counts = rules.get("cardinality", {})
            self.add({j: 1 for j in held}, counts.get("min", 0), counts.get("max", n))
        self.is_feasible = self.least(np.zeros(n)) is not None

    def var(self, low, high):
        self.highs.addVar(low, high)
        return self.highs.getNumCol() - 1

    def add(self, row, low, high):
        self.highs.addRow(low, high, len(row), np.array(list(row), dtype=np.int32), np.array(list(row.values()), float))

    def parts(self, start):
        positive = [self.var(0, INFINITY) for _ in range(self.n)]
        negative = [self.var(0, INFINITY) for _ in range(self.n)]
        for i in range(self.n):
            self.add({i: 1, positive[i]: -1, negative[i]: 1}, start[i], start[i])
        return positive, negative

    def least(self, costs):
        for i in range(self.n):
            self.highs.changeColCost(i, float(costs[i]))
        self.highs.run()
        status = self.highs.getModelStatus()
        if status == highspy.HighsModelStatus.kOptimal:
            return self.highs.getInfo().objective_function_value
        if status in (highspy.HighsModelStatus.kUnbounded, highspy.HighsModelStatus.kUnboundedOrInfeasible):
            return -np.inf if np.any(costs != 0) else None
        assert status == highspy.HighsModelStatus.kInfeasible, status
        return None

    def __call__(self, row):
        least, most = self.least(row), self.least(-row)
        return [told(least), told(-most)]


class ends_by_cvxpy:
    def __init__(self, body):
        n = len(assets_of(body))
        rules, (low, high) = body["constraints"], bounds_of(body)
        self.w = w = cp.Variable(n)
        limited = [i for i in range(n) if high[i] < INFINITY]
        held_below = [i for i in range(n) if low[i] > -INFINITY]
        self.kept = [w[held_below] >= low[held_below]] if held_below else []
        self.kept += [w[limited] <= high[limited]] if limited else []
        for row, least, most in rows_of(body):
            if least == most:
                self.kept.append(row @ w == least)
                continue
            if least > -INFINITY:
                self.kept.append(row @ w >= least)
            if most < INFINITY:
                self.kept.append(row @ w <= most)
        if "turnover" in rules:
            start, outside = starting_weights(body)
            self.kept.append(cp.norm1(w - start) <= 2 * rules["turnover"]["max"] - outside)
        if "exposure" in rules:
            exposure = rules["exposure"]
            if "gross_max" in exposure:
                self.kept.append(cp.norm1(w) <= exposure["gross_max"])
            if "short_max" in exposure:
                self.kept.append(cp.sum(cp.neg(w)) <= exposure["short_max"])
        if "concentration" in rules:
            self.kept.append(cp.norm(w) <= cp.sum(w) / np.sqrt(rules["concentration"]["min_effective_assets"]))
        for rule in rules.get("risk_limits", []):
            factor = np.linalg.cholesky(np.array(body["moments"]["covariance"])).T
            self.kept.append(cp.norm(factor @ w) * np.sqrt(252) <= rule["max"])
        self.is_feasible = self.least(np.zeros(n)) is not None

    def least(self, costs):
        problem = cp.Problem(cp.Minimize(costs @ self.w), self.kept)
        tight = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}
        problem.solve(solver=cp.CLARABEL, **tight)
        if problem.status in ("optimal", "optimal_inaccurate"):
            return float(problem.value)
        assert problem.status in ("infeasible", "infeasible_inaccurate"), problem.status
        return None

    def __call__(self, row):
        return [told(self.least(row)), told(-self.least(-row))]


def told(value):
    return None if not np.isfinite(value) else round(float(value) + 0.0, 11)


if __name__ == "__main__":
    main()
