// The status bar item: which hosts find the skill in the active editor, and which of them drop it.

import * as vscode from 'vscode';

import type { Session } from './extension.ts';
import { type HostRow, type HostsReport, hostRows, summary } from './hosts.ts';

const SETTLED = 300; // milliseconds after the last keystroke

export class HostsStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('skillLsp.hosts', vscode.StatusBarAlignment.Right, 100);
  private readonly listeners: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly session: () => Session | undefined) {
    this.item.name = 'Skill Hosts';
    this.item.command = 'skillLsp.hosts';
    this.listeners = [
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) {
          clearTimeout(this.timer);
          this.timer = setTimeout(() => void this.update(), SETTLED);
        }
      }),
    ];
  }

  async update(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const rows = document && isSkill(document) ? await readHosts(this.session(), document.uri) : [];
    if (!rows.length) {
      this.clear();
    } else if (document === vscode.window.activeTextEditor?.document) {
      this.item.text = summary(rows);
      this.item.tooltip = rows.map((row) => `${row.loaded ? '✔' : '✖'} ${row.name}  ${row.reason}`.trimEnd()).join('\n');
      this.item.show();
    }
  }

  clear(): void {
    this.item.hide();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.listeners, this.item).dispose();
  }
}

export function isSkill(document: vscode.TextDocument): boolean {
  return document.uri.scheme === 'file' && /(^|\/)SKILL\.md$|\.skill\.toml$/.test(document.uri.path);
}

/** What each host makes of a skill; nothing while there is no server. */
export async function readHosts(session: Session | undefined, uri: vscode.Uri): Promise<HostRow[]> {
  if (!session?.client.isRunning()) {
    return [];
  }
  const report = await session.client.sendRequest<HostsReport>('skillLsp/hosts', { uri: uri.toString() });
  return hostRows(report);
}
