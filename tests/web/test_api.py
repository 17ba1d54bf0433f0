"""Does the interface for programs keep what its description promises, whatever it is asked?"""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.events import Cast, cast, listening

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Cast:
    return cast(
        tmp_path_factory.mktemp("api"), requests_a_second=100_000, limits={"submissions_a_day": 10_000}
    )


def test_the_description_is_true(stage: Cast) -> None:
    """Whatever it is asked, by strangers and by members, schemathesis finds nothing."""
    asked: set[str] = set()
    with listening(stage.context) as url:
        schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()

            @given(case=operation.as_strategy())
            @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck), database=None)
            def ask(case: schemathesis.Case[Any]) -> None:
                for role in ("stranger", "member"):
                    case.call_and_validate(checks=CHECKS, headers=stage.headers(role))

            ask()
            asked.add(operation.label)
    assert len(asked) == 11, asked


def test_the_description_is_there_for_people_too(stage: Cast) -> None:
    with stage.client() as client:
        page = client.get("/api").text
        schema = client.get("/api/openapi.json").json()
    for path in schema["paths"]:
        assert path in page
    assert all(one["description"] for methods in schema["paths"].values() for one in methods.values())
