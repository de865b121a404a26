// The preview panel: what the agent of one host receives from the skill beside it, kept up to date while it is typed.

import * as vscode from 'vscode';

import { targetOf } from './commands.ts';
import type { Session } from './extension.ts';
import { HOST_NAMES } from './hosts.ts';
import { isSkill } from './status.ts';

const SETTLED = 120; // milliseconds after the last keystroke

/** What the server answers to `skillLsp/preview`. */
export interface Rendered {
  version: number;
  host: string;
  index_entry: string | null;
  body: string;
  truncated: boolean;
  directives: { command: string; runs: boolean; line: number }[];
  /** For each line of the body the line of the source it comes from, counted from 0; null for the host's own words. */
  lines?: (number | null)[];
}

/** What the panel is asked to show, and what it asks back. */
export type ToPanel = { show: Rendered; hosts: { id: string; name: string }[]; title: string } | { cursor: number };
export type FromPanel = { host: string; arguments: string; as: 'user' | 'model' } | { reveal: number } | { ready: true };

export class Preview implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private uri: vscode.Uri | undefined;
  private asked = { host: '', arguments: '', as: 'user' as 'user' | 'model' };
  private timer: NodeJS.Timeout | undefined;
  private latest = 0;
  private readonly listeners: vscode.Disposable[];

  constructor(
    private readonly extension: vscode.Uri,
    private readonly session: () => Session | undefined,
  ) {
    this.listeners = [
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.isShown(document) && this.soon()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        if (this.isShown(textEditor.document)) {
          this.send({ cursor: selections[0]?.active.line ?? 0 });
        }
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (this.panel && editor && isSkill(editor.document) && !this.isShown(editor.document)) {
          void this.show(editor.document.uri);
        }
      }),
    ];
  }

  /** Opens the panel beside the editor, or turns it to another skill or host. */
  async show(given?: vscode.Uri | string, host?: string): Promise<void> {
    const uri = targetOf(given);
    if (!uri) {
      return;
    }
    if (host || this.uri?.toString() !== uri.toString()) {
      this.asked.host = host ?? ''; // the server then takes the first host that the skill is written for
    }
    this.uri = uri;
    this.panel ??= this.open();
    this.panel.reveal(undefined, true);
    await this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.listeners).dispose();
    this.panel?.dispose();
  }

  private open(): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      'skillLsp.preview',
      'Skill Preview',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [vscode.Uri.joinPath(this.extension, 'dist')] },
    );
    panel.webview.html = page(panel.webview, this.extension);
    panel.webview.onDidReceiveMessage((message: FromPanel) => this.receive(message));
    panel.onDidDispose(() => (this.panel = undefined));
    return panel;
  }

  private async receive(message: FromPanel): Promise<void> {
    if ('reveal' in message) {
      const editor = vscode.window.visibleTextEditors.find(({ document }) => this.isShown(document));
      const at = new vscode.Range(message.reveal, 0, message.reveal, 0);
      editor?.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      if (editor) {
        editor.selection = new vscode.Selection(at.start, at.start);
      }
      return;
    }
    if ('host' in message) {
      this.asked = message;
    }
    await this.update();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), SETTLED);
  }

  private async update(): Promise<void> {
    const client = this.session()?.client;
    if (!this.panel || !this.uri || !client?.isRunning()) {
      return;
    }
    const turn = ++this.latest;
    const show = await client.sendRequest<Rendered>('skillLsp/preview', { uri: this.uri.toString(), ...this.asked });
    if (turn === this.latest) {
      this.asked.host = show.host;
      const hosts = Object.entries(HOST_NAMES).map(([id, name]) => ({ id, name }));
      this.panel.title = `${HOST_NAMES[show.host] ?? show.host} receives`;
      this.send({ show, hosts, title: vscode.workspace.asRelativePath(this.uri) });
      const editor = vscode.window.visibleTextEditors.find(({ document }) => this.isShown(document));
      this.send({ cursor: editor?.selection.active.line ?? 0 });
    }
  }

  private isShown(document: vscode.TextDocument): boolean {
    return this.panel !== undefined && document.uri.toString() === this.uri?.toString();
  }

  private send(message: ToPanel): void {
    void this.panel?.webview.postMessage(message);
  }
}

function page(webview: vscode.Webview, extension: vscode.Uri): string {
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', name)).toString();
  const source = webview.cspSource;
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; script-src ${source}">
  <link rel="stylesheet" href="${file('panel.css')}">
</head>
<body>
  <form>
    <select id="host" aria-label="Host"></select>
    <select id="as" aria-label="Called by"><option value="user">called by the user</option><option value="model">loaded by the model</option></select>
    <input id="arguments" aria-label="Arguments" placeholder="arguments" spellcheck="false">
  </form>
  <h2>In the index</h2>
  <pre id="entry"></pre>
  <h2>When called</h2>
  <div id="body"></div>
  <p id="note"></p>
  <script src="${file('panel.js')}"></script>
</body>
</html>`;
}
