"""Walks from the address of /mcp to a refused call with the Python client's own OAuth: argv has the address, the one at
which this machine reaches it, and the certificate. Lines on standard output ask the test, lines on input answer."""
import asyncio
import json
import logging
import ssl
import sys
import time
from urllib.parse import parse_qs, urlparse

import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

RUN = {"assets": ["NSE:EXMANGO", "NSE:EXLOTUS", "NSE:EXGINGER"], "methods": ["min_volatility"]}
METADATA = OAuthClientMetadata(
    client_name="Python",
    redirect_uris=["https://assistant.example.com/callback"],
    token_endpoint_auth_method="none",
)
sent = []
# The walk ends by a refusal, which the client would log with its whole trace.
logging.getLogger("mcp").setLevel(logging.CRITICAL)


def ask(what: str, **given) -> str:
    print(json.dumps({"ask": what, **given}), flush=True)
    return sys.stdin.readline().strip()


class Kept:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


class Reaching(httpx2.AsyncHTTPTransport):
    """Reaches the service, whose public address leads to no machine."""

    def __init__(self, public: str, reached: str, **options):
        super().__init__(**options)
        self.public, self.reached = httpx2.URL(public), httpx2.URL(reached)

    async def handle_async_request(self, request):
        asked = request.url
        assert asked.host == self.public.host, asked
        request.url = asked.copy_with(host=self.reached.host, port=self.reached.port)
        try:
            response = await super().handle_async_request(request)
        finally:
            # The client sends the same request again with a token.
            request.url = asked
        sent.append(f"{request.method} {asked.path} {response.status_code}")
        return response


class NotAsked(Exception):
    """The client would lead the person to the consent again."""


class Person:
    """The person at a browser, who is in the test."""

    is_asked = True
    led = ""

    async def go(self, url: str) -> None:
        if not self.is_asked:
            raise NotAsked
        self.led = ask("consent", url=url)

    async def come_back(self) -> AuthorizationCodeResult:
        query = {name: values[0] for name, values in parse_qs(urlparse(self.led).query).items()}
        return AuthorizationCodeResult(code=query["code"], state=query["state"], iss=query["iss"])


async def main(public: str, reached: str, certificate: str) -> None:
    person, walked = Person(), {}
    transport = Reaching(public, reached, verify=ssl.create_default_context(cafile=certificate))
    provider = OAuthClientProvider(public, METADATA, Kept(), person.go, person.come_back)
    try:
        async with httpx2.AsyncClient(auth=provider, transport=transport, timeout=60) as http:
            async with Client(streamable_http_client(public, http_client=http), mode="auto") as client:
                await walk(client, person, walked)
    except* NotAsked:
        # The refused call ends the client, whose other tasks end with it.
        walked["refused"] = sent[:]
    print(json.dumps(walked), flush=True)


async def walk(client: Client, person: Person, walked: dict) -> None:
    submitted = await client.call_tool("submit_run", RUN)
    read = {"run_id": submitted.structured_content["run_id"], "section": "weights"}
    result = await client.call_tool("get_result", read)
    walked["rows"] = result.structured_content["table"]["rows"]
    walked["sent"] = taken()
    # The clocks of the service and of the client go on together.
    ahead, now = float(ask("later")), time.time
    time.time = lambda: now() + ahead
    await client.call_tool("get_result", read)
    walked["refreshed"] = taken()
    ask("revoke")
    person.is_asked = False
    await client.call_tool("get_result", read)


def taken() -> list:
    """Returns what was sent since the last time."""
    told = sent[:]
    sent.clear()
    return told


asyncio.run(main(*sys.argv[1:]))
