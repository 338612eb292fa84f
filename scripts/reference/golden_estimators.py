"""Golden answers of estimators on the sample market. Each is computed by a library and checked by its formula in numpy,
or the reverse.

`golden.py` writes these cases. A case is written only where both answers agree.
"""

import numpy as np
import pypfopt
import scipy.stats
import skfolio
import sklearn
import sklearn.covariance
from pypfopt.black_litterman import BlackLittermanModel
from pypfopt.risk_models import CovarianceShrinkage, semicovariance
from skfolio.moments import DenoiseCovariance, DetoneCovariance, GerberCovariance, ShrunkMu

AGREEMENT = 1e-10  # largest difference of two estimates, relative to the largest entry
VIEWS = [
    {"loadings": {0: 1.0}, "return": 0.14, "confidence": 0.6},
    {"loadings": {1: 1.0, 4: -1.0}, "return": 0.03, "confidence": 0.35},
]


def cases(market, sample_of, listed):
    """Yields the estimator cases. `sample_of` makes a sample of assets between two dates; `listed` names assets with a
    complete history."""
    weekly = sample_of(market, "IN", listed(market, "IN", 6, skip=4, step=9), "2019-01-01", "2023-12-31", "weekly")
    daily = sample_of(market, "US", listed(market, "US", 8, skip=2, step=4), "2021-01-01", "2023-12-31", "daily")
    monthly = sample_of(market, "IN", listed(market, "IN", 8, skip=3, step=6), "2014-01-01", "2024-12-31", "monthly")
    yield james_stein_constant_correlation(daily)
    yield capm_benchmark(weekly)
    yield equilibrium_oas(daily)
    yield black_litterman_gerber(daily)
    yield black_litterman_posterior(daily)
    yield plain_mean("denoised_us8_daily", daily, DenoiseCovariance(), denoised(daily.returns))
    yield plain_mean("detoned_in6_weekly", weekly, DetoneCovariance(), detoned(weekly.returns))
    yield ewma_semi(weekly)
    two = sample_of(market, "IN", listed(market, "IN", 2, skip=1, step=7), "2014-01-01", "2024-12-31", "monthly")
    yield factors(monthly, two)


def case(name, sample, what, request, means, covariance):
    """Returns one estimator case, or None where answer and check differ. `means` and `covariance` are (answer, check,
    source)."""
    (mean, mean_check, mean_by), (matrix, matrix_check, matrix_by) = means, covariance
    apart = max(distance(mean, mean_check), distance(matrix, matrix_check))
    if apart > AGREEMENT:
        print(f"{name}: not written: {apart:.1e} apart")
        return None
    return {
        "id": name,
        "kind_of_case": "estimator",
        "what": what,
        "formula": "estimates alone, per period (not annualised)",
        "data": sample.data,
        "request": {"methods": ["equal_weight"], **request},
        "expected": {
            "status": "computed",
            "expected_returns": dict(zip(sample.assets, np.asarray(mean))),
            "covariance": np.asarray(matrix),
            "covariance_assets": sample.assets,
        },
        "tolerance": {"relative_to_largest": 1e-9},
        "made_with": f"expected returns: {mean_by}; covariance: {matrix_by}",
        "cross_check": f"the formulas in numpy: differ by {apart:.1e} of the largest entry",
    }


def distance(answer, check):
    return np.abs(np.asarray(answer) - np.asarray(check)).max() / np.abs(np.asarray(answer)).max()


def by_sample_mean(sample):
    return sample.returns.mean(axis=0), sample.returns.sum(axis=0) / len(sample.returns), f"numpy {np.__version__}"


def james_stein_constant_correlation(sample):
    returns = sample.returns
    rows, n = returns.shape
    mean, covariance = returns.mean(axis=0), np.cov(returns.T)
    spread = ((mean - mean.mean()) ** 2).sum()
    share = np.clip((np.trace(covariance) - 2 * np.linalg.eigvalsh(covariance).max()) / rows / spread, 0, 1)
    shrinkage = CovarianceShrinkage(returns, returns_data=True, frequency=1)
    shrinkage.S = np.cov(returns.T, ddof=0)
    return case(
        "estimates_james_stein_constant_correlation_us8_daily",
        sample,
        "means shrunk to their mean; covariance shrunk to constant correlation",
        {"expected_returns": {"estimator": "james_stein"}, "covariance": {"estimator": "ledoit_wolf_constant_correlation"}},
        (ShrunkMu().fit(returns).mu_, (1 - share) * mean + share * mean.mean(), f"skfolio {skfolio.__version__}"),
        (shrinkage.ledoit_wolf("constant_correlation"), constant_correlation(returns), pypfopt_version() + ", fed ddof 0"),
    )


def constant_correlation(returns):
    """Returns the covariance shrunk to constant correlation, by loops over pairs. Ledoit, Wolf (2004), appendix B."""
    rows, n = returns.shape
    x = returns - returns.mean(axis=0)
    s = x.T @ x / rows
    deviation = np.sqrt(np.diag(s))
    mean = (s / np.outer(deviation, deviation))[np.triu_indices(n, 1)].mean()
    target = mean * np.outer(deviation, deviation)
    np.fill_diagonal(target, np.diag(s))
    pi, rho = 0.0, 0.0
    for i in range(n):
        for j in range(n):
            entry = ((x[:, i] * x[:, j] - s[i, j]) ** 2).mean()
            pi += entry
            if i == j:
                rho += entry
                continue
            for a, b in ((i, j), (j, i)):
                theta = ((x[:, a] ** 2 - s[a, a]) * (x[:, i] * x[:, j] - s[i, j])).mean()
                rho += mean / 2 * deviation[b] / deviation[a] * theta
    share = np.clip((pi - rho) / ((target - s) ** 2).sum() / rows, 0, 1)
    return share * target + (1 - share) * s


def capm_benchmark(sample):
    returns, rate = sample.returns, 0.05 / sample.periods
    market = sample.prices["NIFTY50"].to_numpy()
    market = market[1:] / market[:-1] - 1
    lines = [scipy.stats.linregress(market, column) for column in returns.T]
    beta = np.cov(returns.T, market)[-1, :-1] / np.var(market, ddof=1)
    residual = returns - returns.mean(axis=0) - np.outer(market - market.mean(), beta)
    own = np.outer(beta, beta) * np.var(market, ddof=1) + np.diag((residual**2).sum(axis=0) / (len(returns) - 1))
    return case(
        "estimates_capm_factor_model_in6_weekly",
        sample,
        "both by the index of the market",
        {
            "expected_returns": {"estimator": "capm"},
            "covariance": {"estimator": "factor_model"},
            "risk_free_rate": 0.05,
            "benchmark": {"prices": {"$column": "NIFTY50"}},
        },
        (
            [rate + line.slope * (market.mean() - rate) for line in lines],
            rate + beta * (market.mean() - rate),
            f"scipy {scipy.__version__} linregress",
        ),
        (by_lines(returns, market, lines), own, f"scipy {scipy.__version__} linregress"),
    )


def by_lines(returns, market, lines):
    slopes = np.array([line.slope for line in lines])
    covariance = np.outer(slopes, slopes) * np.var(market, ddof=1)
    for i, line in enumerate(lines):
        left = returns[:, i] - line.intercept - line.slope * market
        covariance[i, i] += (left**2).sum() / (len(market) - 1)
    return covariance


def sizes(sample):
    return {asset: float(10 + 7 * i) for i, asset in enumerate(sample.assets)}


def equilibrium_oas(sample):
    returns, rate = sample.returns, 0.02 / sample.periods
    covariance, _ = sklearn.covariance.oas(returns)
    weights = np.array(list(sizes(sample).values()))
    weights = weights / weights.sum()
    rows, n = returns.shape
    s = np.cov(returns.T, ddof=0)
    mean, square = np.trace(s) / n, (s**2).mean()
    share = min(1, (square + mean**2) / ((rows + 1) * (square - mean**2 / n)))
    prior = pypfopt.black_litterman.market_implied_prior_returns(dict(zip(sample.assets, weights)), 3, covariance, rate)
    return case(
        "estimates_shrunk_equilibrium_oas_us8_daily",
        sample,
        "means mixed with the market's equilibrium; oracle approximating shrinkage",
        {
            "expected_returns": {
                "estimator": "shrunk_equilibrium",
                "market_weights": sizes(sample),
                "risk_aversion": 3,
                "shrinkage": 0.3,
            },
            "covariance": {"estimator": "oas"},
            "risk_free_rate": 0.02,
        },
        (
            0.3 * np.asarray(prior) + 0.7 * returns.mean(axis=0),
            0.3 * (rate + 3 * covariance @ weights) + 0.7 * returns.mean(axis=0),
            f"{pypfopt_version()} market_implied_prior_returns",
        ),
        (covariance, (1 - share) * s + share * mean * np.eye(n), f"scikit-learn {sklearn.__version__}"),
    )


def black_litterman_gerber(sample):
    returns = sample.returns
    covariance = GerberCovariance(threshold=0.6).fit(returns).covariance_
    model, loadings, doubt, prior, wanted = black_litterman(sample, covariance, 0.05)
    spread = 0.05 * loadings @ covariance @ loadings.T
    own = prior + 0.05 * covariance @ loadings.T @ np.linalg.solve(spread + doubt, wanted - loadings @ prior)
    return case(
        "estimates_black_litterman_gerber_us8_daily",
        sample,
        "two views on an equilibrium; co-movements beyond a threshold",
        {
            "expected_returns": {
                "estimator": "black_litterman",
                "market_weights": sizes(sample),
                "views": sent_views(sample),
            },
            "covariance": {"estimator": "gerber", "threshold": 0.6},
            "risk_free_rate": 0.02,
        },
        (model.bl_returns(), own, pypfopt_version()),
        (covariance, gerber(returns, 0.6), f"skfolio {skfolio.__version__}"),
    )


def black_litterman_posterior(sample):
    """The covariance is S + M, with M by the inverses of its definition and pypfopt's by an identity without them."""
    covariance, tau = np.cov(sample.returns.T), 0.3
    model, loadings, doubt, prior, wanted = black_litterman(sample, covariance, tau)
    precision = np.linalg.inv(tau * covariance)
    uncertainty = np.linalg.inv(precision + loadings.T @ np.linalg.inv(doubt) @ loadings)
    own = uncertainty @ (precision @ prior + loadings.T @ np.linalg.solve(doubt, wanted))
    return case(
        "estimates_black_litterman_posterior_us8_daily",
        sample,
        "two views on an equilibrium; the covariance with the uncertainty of the expected returns",
        {
            "expected_returns": {
                "estimator": "black_litterman",
                "market_weights": sizes(sample),
                "views": sent_views(sample),
                "tau": tau,
                "posterior_covariance": True,
            },
            "covariance": {"estimator": "sample"},
            "risk_free_rate": 0.02,
        },
        (model.bl_returns(), own, pypfopt_version()),
        (covariance + uncertainty, model.bl_cov(), f"numpy {np.__version__}, checked by {pypfopt_version()}"),
    )


def black_litterman(sample, covariance, tau):
    """Returns pypfopt's model of the views, and its loadings, doubts, prior and wanted returns."""
    weights = np.array(list(sizes(sample).values()))
    weights = weights / weights.sum()
    prior = 0.02 / sample.periods + 2.5 * covariance @ weights
    loadings = np.zeros((len(VIEWS), len(weights)))
    for i, view in enumerate(VIEWS):
        for asset, loading in view["loadings"].items():
            loadings[i, asset] = loading
    wanted = np.array([view["return"] for view in VIEWS]) / sample.periods
    confidence = np.array([view["confidence"] for view in VIEWS])
    model = BlackLittermanModel(
        covariance, pi=prior, P=loadings, Q=wanted, omega="idzorek", view_confidences=confidence, tau=tau
    )
    doubt = np.diag((1 / confidence - 1) * np.diag(tau * loadings @ covariance @ loadings.T))
    return model, loadings, doubt, prior, wanted


def sent_views(sample):
    return [
        {
            "assets": {sample.assets[asset]: loading for asset, loading in view["loadings"].items()},
            "return": view["return"],
            "confidence": view["confidence"],
        }
        for view in VIEWS
    ]


def gerber(returns, threshold):
    rows, n = returns.shape
    deviation = returns.std(axis=0)
    moves = np.where(np.abs(returns) < threshold * deviation, 0, np.sign(returns))
    result = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            days = ((moves[:, i] != 0) | (moves[:, j] != 0)).sum()
            result[i, j] = (moves[:, i] * moves[:, j]).sum() / days * deviation[i] * deviation[j]
    return result


def plain_mean(name, sample, model, own):
    estimator = name.split("_")[0]
    return case(
        f"estimates_historical_mean_{name}",
        sample,
        f"the mean; the {estimator} covariance",
        {"expected_returns": {"estimator": "historical_mean"}, "covariance": {"estimator": estimator}},
        by_sample_mean(sample),
        (model.fit(sample.returns).covariance_, own, f"skfolio {skfolio.__version__}"),
    )


def denoised(returns):
    rows, n = returns.shape
    values, vectors = np.linalg.eigh(np.corrcoef(returns.T))
    noise = values <= (1 + np.sqrt(n / rows)) ** 2
    values[noise] = values[noise].mean()
    return with_variances(vectors @ np.diag(values) @ vectors.T, returns)


def detoned(returns):
    values, vectors = np.linalg.eigh(np.corrcoef(returns.T))
    values[-1] = 0
    return with_variances(vectors @ np.diag(values) @ vectors.T, returns)


def with_variances(correlation, returns):
    scale = returns.std(axis=0, ddof=1) / np.sqrt(np.diag(correlation))
    return correlation * np.outer(scale, scale)


def ewma_semi(sample):
    returns = sample.returns
    weights = 0.9 ** np.arange(len(returns))[::-1]
    short = np.minimum(returns - 0.001, 0)
    frame = sample.levels.pct_change().dropna()
    return case(
        "estimates_ewma_semi_in6_weekly",
        sample,
        "exponentially weighted mean; shortfalls below a target per period",
        {
            "expected_returns": {"estimator": "ewma", "decay": 0.9},
            "covariance": {"estimator": "semi", "target": 0.001},
        },
        (frame.ewm(alpha=0.1, adjust=True).mean().iloc[-1], weights @ returns / weights.sum(), "pandas ewm"),
        (
            semicovariance(frame, returns_data=True, benchmark=0.001, frequency=1),
            short.T @ short / len(returns),
            pypfopt_version(),
        ),
    )


def factors(sample, beside):
    returns, x = sample.returns, beside.returns
    rows, k = x.shape
    table = np.column_stack([np.ones(rows), x])
    slopes, left, _, _ = np.linalg.lstsq(table, returns, rcond=None)
    fitted = slopes[1:].T @ np.cov(x.T) @ slopes[1:] + np.diag(left / (rows - 1))
    centred = x - x.mean(axis=0)
    deviations = returns - returns.mean(axis=0)
    cross = centred.T @ deviations / (rows - 1)
    explained = cross.T @ np.linalg.solve(np.cov(x.T), cross)
    own = explained + np.diag(np.diag(np.cov(returns.T) - explained))
    dates = [str(date) for date in beside.prices.index[1:]]
    series = {f"F{j + 1}": [float(f"{value:.12g}") for value in x[:, j]] for j in range(k)}
    return case(
        "estimates_historical_mean_factor_model_in8_monthly",
        sample,
        "the mean; a model of two factors of the caller's own",
        {
            "expected_returns": {"estimator": "historical_mean"},
            "covariance": {"estimator": "factor_model", "factors": {"dates": dates, "series": series}},
        },
        by_sample_mean(sample),
        (fitted, own, f"numpy {np.__version__} lstsq"),
    )


def pypfopt_version():
    from importlib.metadata import version

    return f"PyPortfolioOpt {version('pyportfolioopt')}"
