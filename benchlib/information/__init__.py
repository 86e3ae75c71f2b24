"""Which problems tell agents apart: an information gain measure, and what it is not.

An agent plays a problem many times; its plays have a mean and a standard deviation. The measure
asks how well the mean of one agent points to that agent and not to another. Gains are in bits:
0 if all agents look alike, log2 of the number of agents if each is recognized for sure.
"""

from benchlib.information._kernels import Convention
from benchlib.information.cells import Cells, read_cells
from benchlib.information.channel import (
    channel_information_bits,
    channel_matrix,
    covariance_channel_matrix,
    information_bits,
    joint_information_bits,
)
from benchlib.information.item_response import ItemResponse, fit_item_response
from benchlib.information.plays import (
    binned_information_bits,
    play_information_bits,
    win_information_bits,
)
from benchlib.information.selection import Selection, search_problems, select_problems
from benchlib.information.stability import (
    SelectionStability,
    added_information_bits,
    leave_one_agent_out,
    resampled_selections,
)
from benchlib.information.structure import (
    Crowning,
    cluster_problems,
    correlation_matrix,
    crowning_problems,
)

__all__ = [
    "Cells",
    "Convention",
    "Crowning",
    "ItemResponse",
    "Selection",
    "SelectionStability",
    "added_information_bits",
    "binned_information_bits",
    "channel_information_bits",
    "channel_matrix",
    "cluster_problems",
    "correlation_matrix",
    "covariance_channel_matrix",
    "crowning_problems",
    "fit_item_response",
    "information_bits",
    "joint_information_bits",
    "leave_one_agent_out",
    "play_information_bits",
    "read_cells",
    "resampled_selections",
    "search_problems",
    "select_problems",
    "win_information_bits",
]
