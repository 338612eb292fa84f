"""Computes portfolios from a CSV file of prices with one library, and writes weights and statistics as JSON.

Usage: peers.py LIBRARY METHODS PRICES.csv OUT.json
LIBRARY is skfolio, riskfolio or pypfopt; METHODS is 1 (least variance) or 5. The statistics of assets and portfolios
are the mean, the volatility, the Sharpe ratio and the largest drawdown.
"""
import json
import sys
import warnings

warnings.filterwarnings("ignore")


def skfolio_weights(returns, methods):
    from skfolio import RiskMeasure
    from skfolio.optimization import HierarchicalRiskParity, MeanRisk, ObjectiveFunction, RiskBudgeting

    models = {
        "min_volatility": MeanRisk(),
        "max_sharpe": MeanRisk(objective_function=ObjectiveFunction.MAXIMIZE_RATIO),
        "min_cvar": MeanRisk(risk_measure=RiskMeasure.CVAR),
        "risk_parity": RiskBudgeting(),
        "hrp": HierarchicalRiskParity(),
    }
    return {name: models[name].fit(returns).weights_ for name in list(models)[:methods]}


def riskfolio_weights(returns, methods):
    import riskfolio

    portfolio = riskfolio.Portfolio(returns=returns)
    portfolio.assets_stats(method_mu="hist", method_cov="hist")
    steps = {
        "min_volatility": lambda: portfolio.optimization(rm="MV", obj="MinRisk"),
        "max_sharpe": lambda: portfolio.optimization(rm="MV", obj="Sharpe"),
        "min_cvar": lambda: portfolio.optimization(rm="CVaR", obj="MinRisk"),
        "risk_parity": lambda: portfolio.rp_optimization(rm="MV"),
        "hrp": lambda: riskfolio.HCPortfolio(returns=returns).optimization(model="HRP", rm="MV"),
    }
    return {name: steps[name]().to_numpy().ravel() for name in list(steps)[:methods]}


def pypfopt_weights(returns, methods):
    from pypfopt import EfficientCVaR, EfficientFrontier, EfficientSemivariance, HRPOpt

    mean, covariance = 252 * returns.mean(), 252 * returns.cov()
    steps = {
        "min_volatility": lambda: EfficientFrontier(None, covariance).min_volatility(),
        "max_sharpe": lambda: EfficientFrontier(mean, covariance).max_sharpe(risk_free_rate=0),
        "min_cvar": lambda: EfficientCVaR(mean, returns).min_cvar(),
        "min_semivariance": lambda: EfficientSemivariance(mean, returns).min_semivariance(),
        "hrp": lambda: HRPOpt(returns).optimize(),
    }
    return {name: list(steps[name]().values()) for name in list(steps)[:methods]}


def statistics(series):
    wealth = (1 + series).cumprod()
    volatility = series.std() * 252**0.5
    return {
        "annual_return": series.mean() * 252,
        "annual_volatility": volatility,
        "sharpe_ratio": series.mean() * 252 / volatility,
        "max_drawdown": (1 - wealth / wealth.cummax()).max(),
    }


def main(library, methods, prices, out):
    import pandas

    returns = pandas.read_csv(prices, index_col=0, parse_dates=True).pct_change().dropna()
    ways = {"skfolio": skfolio_weights, "riskfolio": riskfolio_weights, "pypfopt": pypfopt_weights}
    weights = ways[library](returns, int(methods))
    result = {
        "weights": {name: [float(one) for one in found] for name, found in weights.items()},
        "portfolios": {name: statistics(returns @ list(found)) for name, found in weights.items()},
        "assets": {name: statistics(returns[name]) for name in returns},
    }
    with open(out, "w") as file:
        json.dump(result, file, default=float)


main(*sys.argv[1:])
