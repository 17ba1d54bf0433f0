"""Data sets: recorded games as tables for learning, with a card that says what they hold."""

from arena.dataset.export import SPLITS, DatasetError, DatasetSettings, DatasetSummary, export_games, split_of

__all__ = ["SPLITS", "DatasetError", "DatasetSettings", "DatasetSummary", "export_games", "split_of"]
