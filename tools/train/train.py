#!/usr/bin/python3
"""Trains the network from packed positions of self-play. See TRAINING.md."""

import argparse
import json
import math
import os
import time

import torch

from examples import batches
from network import Network, action_loss, expected_score


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", help="packed positions (.anqd)")
    parser.add_argument("--program", default="build/anqi-examples")
    parser.add_argument("--output", required=True, help="where the state of training is kept (.pt)")
    parser.add_argument("--curve", required=True, help="losses by epoch (.json)")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning, at its highest")
    parser.add_argument("--search-share", type=float, default=0.7,
                        help="of the value's target that the search's value has; the rest is the result")
    parser.add_argument("--policy-weight", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", help="a state to go on from")
    parser.add_argument("--calibrate", action="store_true",
                        help="train only what makes won, drawn, lost of the last layer, by results")
    return parser.parse_args()


def value_loss(outcome, batch, search_share):
    """Cross entropy with the result, and the squared distance from the search's value."""
    by_result = torch.nn.functional.cross_entropy(outcome, batch.result)
    by_search = (expected_score(outcome) - batch.value).square().mean()
    return (1 - search_share) * by_result + search_share * 2 * by_search


@torch.no_grad()
def measure(network, args):
    """Errors over the games held out, each a mean over positions."""
    sums, n = {}, 0
    for batch in batches(args.program, args.files, size=args.batch, held_out=True):
        outcome, actions = network(batch)
        score, result = expected_score(outcome), batch.result.float() - 1
        errors = {
            "result": (score - result).square(),
            "search": (score - batch.value).square(),
            "outcome": torch.nn.functional.cross_entropy(outcome, batch.result, reduction="none"),
            "handmade result": (batch.static - result).square(),
            "handmade search": (batch.static - batch.value).square(),
            "search result": (batch.value - result).square(),
        }
        size = len(result)
        for name, error in errors.items():
            sums[name] = sums.get(name, 0) + error.sum().item()
        sums["policy"] = sums.get("policy", 0) + action_loss(actions, batch).item() * size
        sums["handmade policy"] = (sums.get("handmade policy", 0)
                                   + action_loss(batch.rating, batch).item() * size)
        n += size
    return {name: total / n for name, total in sums.items()}


def rate_at(progress, highest):
    """A short rise, then half a cosine down to nothing."""
    rise = 0.03
    if progress < rise:
        return highest * progress / rise
    return highest * 0.5 * (1 + math.cos(math.pi * (progress - rise) / (1 - rise)))


def steps_of(args):
    """About how many batches an epoch has: a position is 64 bytes, one in twenty is held out."""
    positions = sum(os.path.getsize(file) for file in args.files) / 64 * 0.95
    return max(1, round(positions / args.batch))


def train_epoch(network, optimiser, args, epoch):
    total, value_total, n = 1, 0.0, 0
    stream = batches(args.program, args.files, size=args.batch, seed=args.seed * 1000 + epoch)
    for step, batch in enumerate(stream):
        total = max(args.steps, step + 1)
        progress = min(1.0, (epoch + step / total) / args.epochs)
        for group in optimiser.param_groups:
            group["lr"] = rate_at(progress, args.rate)
        optimiser.zero_grad()
        outcome, actions = network(batch)
        value = value_loss(outcome, batch, args.search_share)
        (value + args.policy_weight * action_loss(actions, batch)).backward()
        optimiser.step()
        network.clip()
        value_total += value.item()
        n = step + 1
        if step % 50 == 0:
            print(f"epoch {epoch + 1}, step {step}: loss {value_total / n:.4f}", flush=True)
    args.steps = n
    return value_total / n


def main():
    args = arguments()
    torch.manual_seed(args.seed)
    network = Network()
    if args.start:
        network.load_state_dict(torch.load(args.start))
    args.steps = steps_of(args)
    learning = list(network.parameters())
    if args.calibrate:
        args.search_share = 0
        learning = network.to_calibrate()
        for number in set(network.parameters()) - set(learning):
            number.requires_grad_(False)
    optimiser = torch.optim.Adam(learning, lr=args.rate)
    curve = []
    for epoch in range(args.epochs):
        begun = time.time()
        loss = train_epoch(network, optimiser, args, epoch)
        curve.append({"training": loss, "seconds": time.time() - begun, **measure(network, args)})
        print(", ".join(f"{k} {v:.4f}" for k, v in curve[-1].items()), flush=True)
        torch.save(network.state_dict(), args.output)
        with open(args.curve, "w", encoding="utf-8") as file:
            json.dump(curve, file, indent=1)


if __name__ == "__main__":
    main()
