#!/usr/bin/python3
"""Draws the losses by epoch and how predicted scores compare with results, as one PNG."""

import argparse
import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import torch

from examples import batches


def calibration(args):
    """For each tenth of the held-out positions, by value: mean value and mean result, 0 to 1."""
    values, results = [], []
    options = ["--network", args.network]
    for batch in batches(args.program, options + args.files, size=8192, held_out=True):
        values.append((batch.network + 1) / 2)
        results.append(batch.result.float() / 2)
    values, order = torch.cat(values).sort()
    results = torch.cat(results)[order]
    return [(v.mean().item(), r.mean().item())
            for v, r in zip(values.tensor_split(10), results.tensor_split(10))]


def draw(curve, tenths, path):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5))
    epochs = range(1, len(curve) + 1)
    for name in ("result", "handmade result", "search result"):
        left.plot(epochs, [epoch[name] for epoch in curve], marker="o", label=name)
    left.set(xlabel="epoch", ylabel="mean square error, held out", title="Losses")
    left.legend()
    right.plot([0, 1], [0, 1], color="grey")
    right.plot(*zip(*tenths), marker="o")
    right.set(xlabel="predicted score", ylabel="observed score", title="Calibration by tenths")
    figure.tight_layout()
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curve", help="what train.py wrote")
    parser.add_argument("network", help="the exported network")
    parser.add_argument("picture", help="the PNG")
    parser.add_argument("files", nargs="+", help="packed positions (.anqd)")
    parser.add_argument("--program", default="build/anqi-examples")
    args = parser.parse_args()
    with open(args.curve, encoding="utf-8") as file:
        curve = json.load(file)
    tenths = calibration(args)
    for predicted, observed in tenths:
        print(f"predicted {predicted:.3f} observed {observed:.3f} off by {observed - predicted:+.3f}")
    draw(curve, tenths, args.picture)


if __name__ == "__main__":
    main()
