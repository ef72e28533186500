#!/usr/bin/python3
"""Writes a trained network as integers (engine/eval/network.h has the layout)."""

import argparse
import os
import struct
import zlib

import torch

from network import FROM_ROWS, HIDDEN, ROWS, TO_ROWS, TRADE_ROWS, WIDTH, Network

SUM_UNIT = 8 * 127
LAYER_UNIT = 127
WEIGHT_UNIT = 64
DENSE_UNIT = LAYER_UNIT * WEIGHT_UNIT
VERSION = 1
STANDARD = 0  # the shape of rules


def integers(tensor, unit, kind):
    """Rounded multiples of 1/unit; what does not fit is an error, for training should have clipped."""
    limits = {"<i1": 127, "<i2": 32767, "<i4": 2**26}
    rounded = (tensor.detach().double() * unit).round()
    if rounded.abs().max() > limits[kind]:
        raise SystemExit(f"a weight of {tensor.abs().max():.2f} does not fit")
    return rounded.numpy().astype(kind).tobytes()


def weights(network):
    """All numbers in the order of NetworkWeights."""
    outcome_bias = torch.cat([network.outcome.bias, torch.zeros(1)])
    lead = torch.cat([network.lead, torch.zeros(1)])
    return b"".join([
        integers(network.first_layer(), SUM_UNIT, "<i2"),
        integers(network.bias, SUM_UNIT, "<i2"),
        integers(network.second.bias, DENSE_UNIT, "<i4"),
        integers(network.third.bias, DENSE_UNIT, "<i4"),
        integers(outcome_bias, DENSE_UNIT, "<i4"),
        integers(lead, DENSE_UNIT, "<i4"),
        integers(network.from_bias, DENSE_UNIT, "<i4"),
        integers(network.to_bias, DENSE_UNIT, "<i4"),
        integers(network.trade, DENSE_UNIT, "<i4"),
        integers(network.second.weight, WEIGHT_UNIT, "<i1"),
        integers(network.third.weight, WEIGHT_UNIT, "<i1"),
        integers(network.outcome.weight, WEIGHT_UNIT, "<i1"),
        integers(network.from_table, WEIGHT_UNIT, "<i1"),
        integers(network.to_table, WEIGHT_UNIT, "<i1"),
    ])


def padded(data):
    """To a multiple of four bytes, as the structure's size is."""
    return data + bytes(-len(data) % 4)


def write(network, path):
    data = padded(weights(network))
    head = struct.pack("<8sIB3x7III12x", b"anqinet\0", VERSION, STANDARD, ROWS, WIDTH,
                       HIDDEN, 3, FROM_ROWS, TO_ROWS, TRADE_ROWS, len(data), zlib.crc32(data))
    with open(path + ".new", "wb") as file:
        file.write(head + data)
        file.flush()
        os.fsync(file.fileno())
    os.rename(path + ".new", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("state", help="what train.py wrote")
    parser.add_argument("output", help="the network's file")
    args = parser.parse_args()
    network = Network()
    network.load_state_dict(torch.load(args.state))
    network.eval()
    with torch.no_grad():
        write(network, args.output)


if __name__ == "__main__":
    main()
