"""The network as floating point numbers; engine/eval/NETWORK.md describes it."""

import torch
from torch import nn

# As engine/eval/features.h and engine/eval/move_features.h count them.
CODES = 16
BY_HAND = 65
ROWS = 1 + 32 * (CODES - 1) + CODES * CODES + 32 * 14 + 2 * 14 * 6 + 33 + 16 + BY_HAND
FROM_ROWS = 32 + 7 * 32
TO_ROWS = 1 + 8 * 32
TRADE_ROWS = 1 + 7 * 8 * 4

WIDTH = 128  # of the first layer
HIDDEN = 32  # of each layer behind it

# What the integers of the exported network can hold.
ROW_LIMIT = 8.0
DENSE_LIMIT = 127 / 64


def clipped(x):
    return x.clamp(0, 1)


def lead_of(value):
    """The handmade evaluation before it was squashed into -1 to 1."""
    value = value.clamp(-0.99, 0.99)
    return value / (1 - value * value).sqrt()


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = nn.Parameter(torch.randn(ROWS, WIDTH) * 0.05)
        self.bias = nn.Parameter(torch.full((WIDTH,), 0.3))
        self.second = nn.Linear(WIDTH, 2 * HIDDEN)
        self.third = nn.Linear(HIDDEN, HIDDEN)
        self.outcome = nn.Linear(HIDDEN, 3)
        # What the handmade evaluation's lead adds to the logits.
        self.lead = nn.Parameter(torch.tensor([-1.0, 0.0, 1.0]))
        self.from_table = nn.Parameter(torch.randn(FROM_ROWS, HIDDEN) * 0.05)
        self.from_bias = nn.Parameter(torch.zeros(FROM_ROWS))
        self.to_table = nn.Parameter(torch.randn(TO_ROWS, HIDDEN) * 0.05)
        self.to_bias = nn.Parameter(torch.zeros(TO_ROWS))
        self.trade = nn.Parameter(torch.zeros(TRADE_ROWS))

    def to_calibrate(self):
        """The numbers that make the outcome's logits of the last layer."""
        return [*self.outcome.parameters(), self.lead]

    def first_layer(self):
        """The rows; row 0 adds nothing."""
        return torch.cat([torch.zeros(1, WIDTH), self.rows[1:]])

    def forward(self, batch):
        """Logits of lost, drawn, won [n, 3] and of the actions [m]."""
        sums = nn.functional.embedding_bag(batch.rows, self.first_layer(), mode="sum")
        hidden = clipped(self.second(clipped(sums + self.bias)))
        outcome = self.outcome(clipped(self.third(hidden[:, :HIDDEN])))
        outcome = outcome + lead_of(batch.static).unsqueeze(1) * self.lead
        return outcome, self.actions(hidden[:, HIDDEN:], batch)

    def actions(self, hidden, batch):
        table = self.from_table[batch.from_row] + self.to_table[batch.to_row]
        bias = self.from_bias[batch.from_row] + self.to_bias[batch.to_row]
        product = (hidden[batch.owner] * table).sum(1)
        return product + bias + self.trade[batch.trade_row]

    @torch.no_grad()
    def clip(self):
        """Keeps all numbers within what the integers can hold."""
        self.rows.clamp_(-ROW_LIMIT, ROW_LIMIT)
        for layer in (self.second, self.third, self.outcome):
            layer.weight.clamp_(-DENSE_LIMIT, DENSE_LIMIT)
        self.from_table.clamp_(-DENSE_LIMIT, DENSE_LIMIT)
        self.to_table.clamp_(-DENSE_LIMIT, DENSE_LIMIT)


def expected_score(outcome):
    """Won less lost, -1 to 1."""
    share = outcome.softmax(1)
    return share[:, 2] - share[:, 0]


def log_priors(logits, batch):
    """Logarithms of the priors of each position's actions."""
    n = len(batch.value)
    high = torch.full((n,), -1e9).scatter_reduce(0, batch.owner, logits.detach(), "amax")
    weights = (logits - high[batch.owner]).exp()
    total = torch.zeros(n).index_add(0, batch.owner, weights)
    return logits - high[batch.owner] - total.log()[batch.owner]


def action_loss(logits, batch):
    """Cross entropy between the shares of the visits and the network's priors, a position."""
    return -(batch.share * log_priors(logits, batch)).sum() / len(batch.value)
