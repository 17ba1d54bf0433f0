"""Why this action? The findings of a search as lines for people."""

from arena.rules import TILES, Action
from arena.rules.engine import BYTE_MASK, TILE_SHIFT, tile_of
from arena.search.ismcts import Search
from arena.search.root_choice import best_root_action, root_action
from arena.search.tree import NONE, Tree, buys_a_slot

TOP = 5
LONGEST_LINE = 12


def explanation(search: Search) -> list[str]:
    """The actions tried most often with their visits and values, and how the game is expected to go on."""
    tree = search.tree
    seat = search.seat
    lines = [f"{search.iterations} iterations, {tree.size} nodes, {tree.visits[0]} visits of the position"]
    for node in _by_visits(tree, 0)[:TOP]:
        value = f"{tree.mean(node, seat):.3f}" if tree.visits[node] else "  -  "
        lines.append(f"  {tree.visits[node]:6} {value} {node_text(tree, node)}")
    expected = principal_variation(tree, int(seat))
    lines.append("  expected: " + ", ".join(node_text(tree, node) for node in expected))
    return lines


def expected_line(search: Search) -> list[Action]:
    """What is played, and how the game is expected to go on."""
    return [_action(search.tree, node) for node in principal_variation(search.tree, int(search.seat))]


def principal_variation(tree: Tree, seat: int) -> list[int]:
    """What is played at the root, and what was tried most often below."""
    children = _by_visits(tree, 0)
    tried = [root_action(tree, node, seat) for node in children]
    return line_below(tree, children[best_root_action(tried)] if children else NONE)


def line_below(tree: Tree, node: int) -> list[int]:
    """A node and what was tried most often below it."""
    nodes: list[int] = []
    while node != NONE and tree.visits[node] > 0 and len(nodes) < LONGEST_LINE:
        nodes.append(node)
        node = next(iter(_by_visits(tree, node)), NONE)
    return nodes


def _by_visits(tree: Tree, parent: int) -> list[int]:
    children: list[int] = []
    child = int(tree.first[parent])
    while child != NONE:
        children.append(child)
        child = int(tree.next[child])
    return sorted(children, key=lambda node: (-int(tree.visits[node]), node))


def node_text(tree: Tree, node: int) -> str:
    """The action of a node, with the tile that it buys."""
    key = int(tree.key[node])
    action = _action(tree, node)
    return f"{action} ({TILES[int(tile_of(key))].name})" if buys_a_slot(key) else str(action)


def _action(tree: Tree, node: int) -> Action:
    key = int(tree.key[node])
    return Action(key & ~(BYTE_MASK << TILE_SHIFT)) if buys_a_slot(key) else Action(key)
