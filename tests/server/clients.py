"""What editors announce about themselves, as far as the server acts on it.

Taken from what VS Code 1.139 (vscode-languageclient 11), Neovim 0.11, Helix 25, Emacs 29 (eglot), and Kate 25 send in
`initialize`; reduced to the parts that make a difference here.
"""

from __future__ import annotations

from typing import Any

_LITERALS = {"codeActionKind": {"valueSet": ["", "quickfix", "refactor", "source", "source.fixAll"]}}

VSCODE: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": ["markdown", "plaintext"],
                "insertReplaceSupport": True,
                "resolveSupport": {"properties": ["documentation", "detail", "additionalTextEdits"]},
            }
        },
        "hover": {"dynamicRegistration": True, "contentFormat": ["markdown", "plaintext"]},
        "codeAction": {
            "codeActionLiteralSupport": _LITERALS,
            "isPreferredSupport": True,
            "disabledSupport": True,
            "resolveSupport": {"properties": ["edit", "command"]},
        },
        "diagnostic": {"dynamicRegistration": True, "relatedDocumentSupport": False},
        "publishDiagnostics": {
            "relatedInformation": True,
            "versionSupport": False,
            "tagSupport": {"valueSet": [1, 2]},
            "codeDescriptionSupport": True,
            "dataSupport": True,
        },
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "definition": {"linkSupport": True},
        "rename": {"prepareSupport": True},
        "semanticTokens": {"requests": {"range": True, "full": {"delta": True}}, "tokenTypes": [], "tokenModifiers": [],
                           "formats": ["relative"]},
        "inlayHint": {},
    },
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "workspace": {
        "applyEdit": True,
        "configuration": True,
        "workspaceFolders": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "workspaceEdit": {
            "documentChanges": True,
            "resourceOperations": ["create", "rename", "delete"],
            "changeAnnotationSupport": {"groupsOnLabel": True},
        },
        "fileOperations": {"willRename": True, "didRename": True, "didCreate": True, "didDelete": True},
        "diagnostics": {"refreshSupport": True},
        "codeLens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
        "semanticTokens": {"refreshSupport": True},
    },
}  # fmt: skip

NEOVIM: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-8", "utf-16", "utf-32"]},
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": ["markdown", "plaintext"],
                "resolveSupport": {"properties": ["additionalTextEdits", "command"]},
            }
        },
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {"codeActionLiteralSupport": _LITERALS, "isPreferredSupport": True},
        "diagnostic": {"dynamicRegistration": False},
        "publishDiagnostics": {"relatedInformation": True, "tagSupport": {"valueSet": [1, 2]}},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "definition": {"linkSupport": True},
        "rename": {"prepareSupport": True},
    },
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "workspace": {
        "applyEdit": True,
        "configuration": True,
        "workspaceFolders": True,
        "didChangeWatchedFiles": {"dynamicRegistration": False},
        "workspaceEdit": {"resourceOperations": ["rename", "create", "delete"]},
        "inlayHint": {"refreshSupport": True},
        "semanticTokens": {"refreshSupport": True},
    },
}

HELIX: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-8", "utf-32", "utf-16"]},
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "resolveSupport": {"properties": ["documentation", "detail", "additionalTextEdits"]},
                "insertReplaceSupport": True,
            }
        },
        "hover": {"contentFormat": ["markdown"]},
        "codeAction": {
            "codeActionLiteralSupport": _LITERALS,
            "isPreferredSupport": True,
            "disabledSupport": True,
            "resolveSupport": {"properties": ["edit", "command"]},
        },
        "publishDiagnostics": {"versionSupport": True, "tagSupport": {"valueSet": [1, 2]}},
        "rename": {"prepareSupport": True},
        "inlayHint": {},
    },
    "window": {"workDoneProgress": True},
    "workspace": {
        "applyEdit": True,
        "configuration": True,
        "didChangeConfiguration": {"dynamicRegistration": False},
        "workspaceFolders": True,
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "fileOperations": {"willRename": True, "didRename": True},
    },
}

EGLOT: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-32", "utf-8", "utf-16"]},
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": False,
                "resolveSupport": {"properties": ["documentation", "details", "additionalTextEdits"]},
            }
        },
        "hover": {"contentFormat": ["plaintext"]},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {"codeActionLiteralSupport": _LITERALS, "isPreferredSupport": True},
        "publishDiagnostics": {"relatedInformation": False, "codeDescriptionSupport": False},
    },
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "workspace": {
        "applyEdit": True,
        "executeCommand": {"dynamicRegistration": False},
        "workspaceEdit": {"documentChanges": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "configuration": True,
        "workspaceFolders": True,
    },
}

KATE: dict[str, Any] = {
    "textDocument": {
        "codeAction": {"codeActionLiteralSupport": _LITERALS},
        "completion": {"completionItem": {"snippetSupport": False}},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "publishDiagnostics": {"relatedInformation": True},
    },
    "window": {"workDoneProgress": True},
    "workspace": {"applyEdit": True, "workspaceFolders": True},
}

BARE: dict[str, Any] = {}

CLIENTS = {"vscode": VSCODE, "neovim": NEOVIM, "helix": HELIX, "eglot": EGLOT, "kate": KATE, "bare": BARE}
