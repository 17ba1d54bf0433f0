"""Stores: finished games in Parquet files that are written whole and never changed.

A store keeps records and gives them back as they were, or says which file is damaged. Whether a record is true is not its
affair: `arena.record.verification` plays it again.
"""

from arena.store.folder import Folder, Gone, StoreError, owners_only
from arena.store.store import Store

__all__ = ["Folder", "Gone", "Store", "StoreError", "owners_only"]
