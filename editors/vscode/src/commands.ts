// The commands behind the palette and the code lenses. What the terminal does too is done by the server's command line.

import { execFile } from 'node:child_process';
import * as path from 'node:path';
import * as vscode from 'vscode';

import { ruleOf } from './duplicates.ts';
import type { Session } from './extension.ts';
import { HOST_NAMES } from './hosts.ts';
import type { Preview } from './preview.ts';
import { type PortabilityReport, portabilityRows, type ToolsReport, toolRows, unitsBefore } from './reports.ts';
import { readHosts } from './status.ts';

/** The scheme of the read-only documents that hold the documentation of a rule. */
export const RULE_SCHEME = 'skill-rule';

type Current = () => Session | undefined;

/** The document that a command was called for: the one it was given, else the one being edited. */
export function targetOf(given: vscode.Uri | string | undefined): vscode.Uri | undefined {
  if (typeof given === 'string') {
    return vscode.Uri.parse(given);
  }
  return given ?? vscode.window.activeTextEditor?.document.uri;
}

/** A list of the hosts with the reason where one drops the skill; a choice opens the preview for that host. */
export async function showHosts(session: Current, preview: Preview, given?: vscode.Uri | string): Promise<void> {
  const uri = targetOf(given);
  const rows = uri ? await readHosts(session(), uri) : [];
  const items = rows.map((row) => ({
    id: row.id,
    label: `${row.loaded ? '$(check)' : '$(error)'} ${row.name}`,
    description: row.discovered ? 'finds it here' : '',
    detail: row.reason,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Which hosts load this skill',
    placeHolder: 'Choose a host to see what its agent receives',
    matchOnDetail: true,
  });
  if (uri && chosen) {
    await preview.show(uri, chosen.id);
  }
}

/** What keeps a skill from being the same in every host, the gravest first; a choice leads to the place. */
export async function showPortability(session: Current, given?: vscode.Uri | string): Promise<void> {
  const uri = targetOf(given);
  const report = uri && (await session()?.client.sendRequest<PortabilityReport>('skillLsp/portable', { uri: uri.toString() }));
  if (!uri || !report) {
    return;
  }
  const rows = portabilityRows(report);
  if (!rows.length) {
    await vscode.window.showInformationMessage('Nothing keeps this skill from being the same in every host.');
    return;
  }
  const chosen = await vscode.window.showQuickPick(rows, {
    title: 'What keeps this skill from loading everywhere',
    placeHolder: 'Choose one to go there; quick fixes are there too',
    matchOnDetail: true,
  });
  if (chosen) {
    const editor = await vscode.window.showTextDocument(uri);
    const line = editor.document.lineAt(Math.min(chosen.line, editor.document.lineCount) - 1);
    const at = line.range.start.translate(0, unitsBefore(line.text, chosen.column));
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

/** The tools that oxo-flow gets from the MCP server of a tool skill. The server says itself where it cannot ask. */
export async function showTools(session: Current, given?: vscode.Uri | string): Promise<void> {
  const uri = targetOf(given);
  const report = uri && (await session()?.client.sendRequest<ToolsReport | null>('skillLsp/mcp', { uri: uri.toString() }));
  if (!report) {
    return;
  }
  const rows = toolRows(report);
  if (report.error !== null || !rows.length) {
    await vscode.window.showWarningMessage(`No tools: ${report.error ?? 'the server lists none'}.`);
    return;
  }
  await vscode.window.showQuickPick(rows, { title: `What oxo-flow gets from ${report.address}`, matchOnDetail: true });
}

/** A rule's documentation in an editor of its own; asked for where none is named. */
export async function explain(given?: string): Promise<void> {
  const known = vscode.window.activeTextEditor ? rulesAt(vscode.window.activeTextEditor) : [];
  const rule = given ?? (await chooseRule(known));
  if (rule) {
    const page = vscode.Uri.from({ scheme: RULE_SCHEME, path: `${rule}.md` });
    await vscode.window.showTextDocument(page, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }
}

/** The text of such an editor. */
export function rulePage(session: Current, page: vscode.Uri): Promise<string> {
  return runServer(session, ['explain', page.path.replace(/\.md$/, '')]);
}

/** The rules of our diagnostics in this editor, those under the cursor first. */
function rulesAt(editor: vscode.TextEditor): string[] {
  const here = (one: vscode.Diagnostic) => (one.range.contains(editor.selection.active) ? 0 : 1);
  const diagnostics = vscode.languages.getDiagnostics(editor.document.uri).filter((one) => one.source === 'skill-lsp');
  return [...new Set(diagnostics.sort((one, other) => here(one) - here(other)).map(ruleOf))];
}

async function chooseRule(known: string[]): Promise<string | undefined> {
  return known.length
    ? vscode.window.showQuickPick(known, { title: 'Explain a rule' })
    : vscode.window.showInputBox({ title: 'Explain a rule', placeHolder: 'yaml-plain-colon' });
}

/** Makes a skill that checks clean, in the first folder of the workspace, and opens it. */
export async function newSkill(session: Current): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) {
    await vscode.window.showErrorMessage('Open a folder first: a skill is made inside one.');
    return;
  }
  const hosts = Object.entries(HOST_NAMES).map(([id, label]) => ({ id, label }));
  const host = await vscode.window.showQuickPick(hosts, { title: 'New skill', placeHolder: 'For which host?' });
  const name = host && (await vscode.window.showInputBox({ title: 'New skill', prompt: 'Its name', placeHolder: 'tide-table' }));
  if (!host || !name) {
    return;
  }
  const made = await runServer(session, ['new', name, '--host', host.id], folder.uri.fsPath);
  await vscode.window.showTextDocument(vscode.Uri.file(path.resolve(folder.uri.fsPath, made.trim())));
}

/** Who refers to a skill, in the view that VS Code has for references. */
export async function showReferences(given?: vscode.Uri | string): Promise<void> {
  const uri = targetOf(given);
  if (uri) {
    const document = await vscode.workspace.openTextDocument(uri);
    const name = /^\s*name\s*[:=]\s*["']?/m.exec(document.getText());
    const at = document.positionAt(name ? name.index + name[0].length : 0);
    const found = await vscode.commands.executeCommand('vscode.executeReferenceProvider', uri, at);
    await vscode.commands.executeCommand('editor.action.showReferences', uri, at, found);
  }
}

/** Runs the server's program as a terminal would; what went wrong is shown and nothing returned. */
async function runServer(session: Current, verb: string[], cwd?: string): Promise<string> {
  const launch = session()?.launch;
  if (!launch) {
    throw new Error('The skill-lsp server is not running.');
  }
  return new Promise((resolve, reject) => {
    execFile(launch.command, [...launch.args, ...verb], { cwd }, (error, output, complaint) =>
      error ? reject(new Error(complaint.trim() || error.message)) : resolve(output),
    );
  });
}
