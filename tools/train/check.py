#!/usr/bin/python3
"""Compares an exported network, as the engine computes it, with the trained one on held-out positions."""

import argparse

import torch

from examples import batches
from network import Network, expected_score, log_priors


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("state", help="what train.py wrote")
    parser.add_argument("network", help="what export.py made of it")
    parser.add_argument("files", nargs="+", help="packed positions (.anqd)")
    parser.add_argument("--program", default="build/anqi-examples")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--most", type=float, default=0.05, help="difference of value allowed")
    args = parser.parse_args()
    network = Network()
    network.load_state_dict(torch.load(args.state))
    values, priors, n = [], [], 0
    options = ["--network", args.network]
    with torch.no_grad():
        for batch in batches(args.program, options + args.files, size=2000, held_out=True):
            outcome, actions = network(batch)
            values.append((expected_score(outcome) - batch.network).abs())
            priors.append((log_priors(actions, batch).exp() - batch.rating.exp()).abs())
            n += len(batch.value)
            if n >= args.positions:
                break
    values, priors = torch.cat(values), torch.cat(priors)
    print(f"{n} positions: value differs by {values.mean():.4f} in the mean, {values.max():.4f} at most; "
          f"priors by {priors.mean():.4f} and {priors.max():.4f}")
    if values.max() > args.most:
        raise SystemExit(f"more than {args.most}")


if __name__ == "__main__":
    main()
