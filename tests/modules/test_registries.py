"""Is a module that is in one registry in all of them, and is each as its entry says?"""

from arena.drawing.modules import DRAWINGS
from arena.encoding import MODULE_ENCODINGS
from arena.rules import GameConfig, editions, modules_of
from arena.rules.action import FIRST_MODULE_VERB, all_verbs
from arena.rules.modules import module_entries, new_modules
from arena.search.values import MODULE_VALUES
from arena.wire.modules import WIRE_FORMS

NAMES = [entry.name for entry in module_entries()]


def test_the_registries_have_the_same_names() -> None:
    assert NAMES == ["vizier", "camps", "bazaars", "falconers", "medina", "red-palace"]
    assert list(WIRE_FORMS) == NAMES
    assert list(DRAWINGS) == NAMES
    assert list(MODULE_VALUES) == NAMES
    assert list(MODULE_ENCODINGS) == NAMES


def test_a_configuration_offers_what_is_registered() -> None:
    offered = {module for edition in editions() for module in modules_of(edition)} | set(editions())
    assert offered == {*NAMES, "classic"}


def test_a_module_is_as_its_entry_says() -> None:
    for entry in module_entries():
        edition = entry.name if entry.name in editions() else entry.editions[0]
        head = edition if entry.name == edition else f"{edition}+{entry.name}"
        module = new_modules(GameConfig.parse(head))[-1]
        assert module.name == entry.name
        assert module.first_verb == entry.first_verb
        assert module.first_verb < 0 or module.verbs == entry.verbs
        assert type(module.view()) is entry.view


def test_every_verb_above_the_core_s_is_one_module_s() -> None:
    for verb in all_verbs():
        owners = [entry.name for entry in module_entries() if entry.has_verb(verb.number)]
        assert len(owners) == (verb.number >= FIRST_MODULE_VERB)


def test_a_field_of_the_message_is_one_module_s() -> None:
    fields = [field for form in WIRE_FORMS.values() for field in form.fields]
    assert sorted(fields) == sorted(set(fields))
