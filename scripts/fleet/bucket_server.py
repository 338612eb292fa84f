"""Serves the bucket of a trial fleet: that of moto, which keeps objects in memory.

Usage: bucket_server.py PORT RECORD. Each request that changes something is appended to the file RECORD before it is
answered, one JSON object a line, and is done again at the next start before the server listens. A process that is
killed at any moment so loses nothing that it has answered.
"""

import base64
import io
import json
import signal
import sys
import threading

from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.datastructures import EnvironHeaders
from werkzeug.serving import run_simple
from werkzeug.test import Client

CHANGING = {"DELETE", "POST", "PUT"}


class RecordedApplication:
    """A WSGI application that records the changes which another one has made."""

    def __init__(self, application, record):
        self.application = application
        self.record = record
        # Changes are recorded in the order in which they were made.
        self.turn = threading.Lock()

    def __call__(self, environ, start_response):
        if environ["REQUEST_METHOD"] not in CHANGING:
            return self.application(environ, start_response)
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = io.BytesIO(body)
        statuses = []

        def start(status, headers, *rest):
            statuses.append(status)
            return start_response(status, headers, *rest)

        with self.turn:
            answer = list(self.application(environ, start))
            if statuses[0].startswith("2"):
                self.note(environ, body)
        return answer

    def note(self, environ, body):
        entry = {
            "method": environ["REQUEST_METHOD"],
            "url": f"http://{environ['HTTP_HOST']}{environ['RAW_URI']}",
            "headers": dict(EnvironHeaders(environ)),
            "body": base64.b64encode(body).decode("ascii"),
        }
        self.record.write(f"{json.dumps(entry)}\n".encode())
        self.record.flush()


def play_back(path, application):
    """Does all recorded changes again, and returns the length of the record without an end that a kill cut short."""
    whole = 0
    client = Client(application)
    try:
        with open(path, "rb") as record:
            for line in record:
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                do_again(client, json.loads(line))
    except FileNotFoundError:
        pass
    return whole


def do_again(client, entry):
    if entry["method"] not in CHANGING:
        return
    origin, path = entry["url"].split("/", 3)[2:]
    client.open(
        f"/{path}",
        base_url=f"http://{origin}/",
        method=entry["method"],
        headers=entry["headers"],
        data=base64.b64decode(entry["body"] or ""),
    ).close()


def main(port, path):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    application = DomainDispatcherApplication(create_backend_app)
    whole = play_back(path, application)
    with open(path, "ab") as record:
        record.truncate(whole)
        run_simple("127.0.0.1", port, RecordedApplication(application, record), threaded=True)


main(int(sys.argv[1]), sys.argv[2])
