"""Why does the engine refuse a call? A gRPC status and a sentence that names the field."""

import grpc


class EngineRefusal(Exception):
    """A call that is refused."""

    def __init__(self, status: grpc.StatusCode, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


def wrong(sentence: str) -> EngineRefusal:
    """A field that cannot be so, whatever was called before."""
    return EngineRefusal(grpc.StatusCode.INVALID_ARGUMENT, sentence)


def unknown(sentence: str) -> EngineRefusal:
    """A state that is not there."""
    return EngineRefusal(grpc.StatusCode.NOT_FOUND, sentence)


def too_much(sentence: str) -> EngineRefusal:
    """More than the engine does or keeps."""
    return EngineRefusal(grpc.StatusCode.RESOURCE_EXHAUSTED, sentence)


def not_now(sentence: str) -> EngineRefusal:
    """Something that the state does not allow."""
    return EngineRefusal(grpc.StatusCode.FAILED_PRECONDITION, sentence)
