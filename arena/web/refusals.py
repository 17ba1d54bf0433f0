"""Why is a request refused? The refusals of an event, which the application answers with an HTTP status."""


class RequestRefused(ValueError):
    """What a person asked for and does not get; the text says why."""


class LoginRequired(RequestRefused):
    """Strangers do not see it."""


class NotPermitted(RequestRefused):
    """It is not theirs to see or to do."""


class NotFound(RequestRefused):
    """There is no such thing, or none for them."""


class NotNow(RequestRefused):
    """It does not go with how things stand."""


class TooLarge(RequestRefused):
    """It has more bytes than are taken."""


class LimitReached(RequestRefused):
    """They have done so as often as they may."""
