"""Batches of training examples, as build/anqi-examples writes them (layout: TRAINING.md)."""

import subprocess
from dataclasses import dataclass

import numpy as np
import torch

SLOTS = 160


@dataclass
class Batch:
    rows: torch.Tensor  # [n, SLOTS] int32: rows of the first layer; 0 adds nothing
    value: torch.Tensor  # [n] float32: what the search found, -1 to 1 for the side to move
    static: torch.Tensor  # [n] float32: the handmade evaluation
    network: torch.Tensor  # [n] float32: the same, or the value of the network that was named
    result: torch.Tensor  # [n] int64: 0 lost, 1 drawn, 2 won by the side to move
    men: torch.Tensor  # [n] int64: alive
    face_down: torch.Tensor  # [n] int64
    owner: torch.Tensor  # [m] int64: the position that an action belongs to
    from_row: torch.Tensor  # [m] int64
    to_row: torch.Tensor  # [m] int64
    trade_row: torch.Tensor  # [m] int64
    rating: torch.Tensor  # [m] float32: logarithm of the handmade prior
    share: torch.Tensor  # [m] float32: of the visits; sums to 1 in each position


def _read(stream, kind, count):
    size = np.dtype(kind).itemsize * count
    data = stream.read(size)
    if len(data) != size:
        raise EOFError("a batch is cut short")
    return torch.from_numpy(np.frombuffer(data, dtype=kind, count=count).copy())


def _read_batch(stream):
    head = stream.read(8)
    if not head:
        return None
    n, m = (int(x) for x in np.frombuffer(head, dtype="<u4"))
    rows = _read(stream, "<i2", n * SLOTS).view(n, SLOTS).int() & 0xFFFF
    value, static, network = (_read(stream, "<f4", n) for _ in range(3))
    result = _read(stream, "i1", n).long() + 1
    men, face_down, actions = (_read(stream, "u1", n).long() for _ in range(3))
    owner = torch.repeat_interleave(torch.arange(n), actions)
    from_row, to_row, trade_row = (_read(stream, "<i2", m).long() for _ in range(3))
    rating = _read(stream, "<f4", m)
    share = _read(stream, "u1", m).float() / 255
    return Batch(rows, value, static, network, result, men, face_down, owner, from_row, to_row,
                 trade_row, rating, share)


def batches(program, files, *, size, seed=1, held_out=False):
    """All positions of the files' training part, or of the part held out, once."""
    call = [program, "--batch", str(size), "--seed", str(seed)]
    call += ["--held-out"] if held_out else []
    with subprocess.Popen(call + files, stdout=subprocess.PIPE, bufsize=1 << 22) as process:
        while (batch := _read_batch(process.stdout)) is not None:
            yield batch
        if process.wait() != 0:
            raise SystemExit(f"{program} ended with code {process.returncode}")
