"""How does an event send e-mail? By the SMTP server that its file names, all letters over one connection."""

import smtplib
import ssl
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from arena.untrusted import one_line
from arena.web.event_file import MailSecurity, MailTerms

PATIENCE_S = 15.0


class MailError(Exception):
    """A server by which nothing can be sent; one sentence says why."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One e-mail to one person."""

    to: str
    subject: str
    text: str


def send_letters(terms: MailTerms, letters: Sequence[Letter]) -> list[str]:
    """Send letters; the addresses that the server refused. MailError if it takes none at all."""
    refused = []
    try:
        with _connected(terms) as server:
            for letter in letters:
                try:
                    server.send_message(_message(terms, letter), terms.sender, [letter.to])
                except smtplib.SMTPRecipientsRefused:
                    refused.append(letter.to)
                    with suppress(smtplib.SMTPException):
                        server.rset()
    except (smtplib.SMTPException, OSError) as error:
        told = getattr(error, "strerror", None) or one_line(str(error))
        raise MailError(f"mail.server: {terms.host}:{terms.port} sends nothing: {told}") from None
    return refused


def _connected(terms: MailTerms) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if terms.security == MailSecurity.TLS:
        server: smtplib.SMTP = smtplib.SMTP_SSL(terms.host, terms.port, timeout=PATIENCE_S, context=context)
    else:
        server = smtplib.SMTP(terms.host, terms.port, timeout=PATIENCE_S)
    try:
        if terms.security == MailSecurity.STARTTLS:
            server.starttls(context=context)
        if terms.user and terms.password_file is not None:
            server.login(terms.user, terms.password_file.read_text(encoding="utf-8").strip())
    except BaseException:
        server.close()
        raise
    return server


def _message(terms: MailTerms, letter: Letter) -> EmailMessage:
    message = EmailMessage()
    message["From"] = terms.sender
    message["To"] = letter.to
    message["Subject"] = one_line(letter.subject)
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=terms.sender.rpartition("@")[2])
    message.set_content(letter.text)
    return message
