// The VS Code side of skill-lsp: starts the server, and adds what the protocol has no word for.

import * as vscode from 'vscode';
import { ExecuteCommandRequest, LanguageClient, type LanguageClientOptions, State } from 'vscode-languageclient/node';

import * as commands from './commands.ts';
import { REPORTED_BY_VSCODE, SKILL_EXTENSION, SKILL_LANGUAGE, withoutDuplicates } from './duplicates.ts';
import { thisMachine } from './machine.ts';
import { Preview } from './preview.ts';
import { findServer, type Launch } from './server.ts';
import { HostsStatus } from './status.ts';

const SELECTOR = [
  { scheme: 'untitled', language: SKILL_LANGUAGE },
  { scheme: 'file', language: SKILL_LANGUAGE },
  ...[
    '**/SKILL.md',
    '**/*.skill.toml',
    '**/.oxo-flow/ai.toml',
    '**/*.oxoflow',
    '**/.{claude,codex}-plugin/{plugin,marketplace}.json',
  ].map((pattern) => ({ scheme: 'file', pattern })),
];

const NO_SERVER =
  'Skills are not checked: skill-lsp needs Python 3.10 or newer, and none was found. ' +
  'Install Python, or name one in the setting skillLsp.interpreter, then reload the window.';

/** The running server and the command line it was started with. */
export interface Session {
  client: LanguageClient;
  launch: Launch;
}

let session: Session | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('skill-lsp', { log: true });
  const current = () => session;
  const status = new HostsStatus(current);
  const preview = new Preview(context.extensionUri, current);

  const restart = async () => {
    await stop();
    session = await start(context, log, new Set(Object.keys(own)));
    session?.client.onDidChangeState(({ newState }) => newState === State.Stopped && status.clear());
    await status.update();
  };

  const own: Record<string, (...given: never[]) => unknown> = {
    'skillLsp.preview': (uri?: vscode.Uri | string, host?: string) => preview.show(uri, host),
    'skillLsp.hosts': (uri?: vscode.Uri | string) => commands.showHosts(current, preview, uri),
    'skillLsp.portable': (uri?: vscode.Uri | string) => commands.showPortability(current, uri),
    'skillLsp.mcp': (uri?: vscode.Uri | string) => commands.showTools(current, uri),
    'skillLsp.references': (uri?: vscode.Uri | string) => commands.showReferences(uri),
    'skillLsp.explain': (rule?: string) => commands.explain(rule),
    'skillLsp.newSkill': () => commands.newSkill(current),
    'skillLsp.restart': restart,
    'skillLsp.showLog': () => log.show(),
  };
  context.subscriptions.push(
    log,
    status,
    preview,
    ...Object.entries(own).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    vscode.workspace.registerTextDocumentContentProvider(commands.RULE_SCHEME, {
      provideTextDocumentContent: (page) => commands.rulePage(current, page),
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('skillLsp.command') || change.affectsConfiguration('skillLsp.interpreter')) {
        void restart();
      }
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function stop(): Promise<void> {
  const running = session;
  session = undefined;
  await running?.client.dispose().catch(() => undefined);
}

async function start(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  own: ReadonlySet<string>,
): Promise<Session | undefined> {
  const settings = vscode.workspace.getConfiguration('skillLsp');
  const launch = await findServer(
    {
      setting: settings.get<string[]>('command', []),
      interpreter: settings.get<string>('interpreter', ''),
      folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
      trusted: vscode.workspace.isTrusted,
      extension: context.extensionPath,
      platform: process.platform,
      pathVariable: process.env.PATH ?? '',
    },
    thisMachine,
  );
  if (!launch) {
    log.error(NO_SERVER);
    void tell(NO_SERVER, { 'Open Settings': () => openSettings('skillLsp.interpreter') });
    return undefined;
  }
  log.info(`Server from ${launch.from}: ${[launch.command, ...launch.args].join(' ')}`);
  const client = new LanguageClient('skillLsp', 'skill-lsp', launch, clientOptions(log));
  leaveCommands(client, own);
  try {
    await client.start();
  } catch (problem) {
    log.error(String(problem));
    void tell(`Skills are not checked: ${[launch.command, ...launch.args].join(' ')} did not start.`, {
      'Show Log': () => log.show(),
      'Open Settings': () => openSettings('skillLsp.command'),
    });
    return undefined;
  }
  return { client, launch };
}

function clientOptions(log: vscode.LogOutputChannel): LanguageClientOptions {
  return {
    documentSelector: SELECTOR,
    outputChannel: log,
    initializationOptions: { clientReports: vscodeChecksSkills() ? REPORTED_BY_VSCODE : [] },
    synchronize: { configurationSection: 'skillLsp' },
    initializationFailedHandler: () => false,
    middleware: {
      handleDiagnostics: (uri, diagnostics, next) => next(uri, ours(uri, diagnostics)),
      provideDiagnostics: async (document, previous, token, next) => {
        const report = await next(document, previous, token);
        const uri = document instanceof vscode.Uri ? document : document.uri;
        return report && 'items' in report ? { ...report, items: ours(uri, report.items) } : report;
      },
    },
  };
}

/** Keeps the client from registering those of the server's commands that this extension has an answer of its own for. */
function leaveCommands(client: LanguageClient, own: ReadonlySet<string>): void {
  const feature = client.getFeature(ExecuteCommandRequest.method);
  const register = feature.register.bind(feature);
  feature.register = (data) => {
    const foreign = data.registerOptions.commands.filter((command) => !own.has(command));
    register({ ...data, registerOptions: { ...data.registerOptions, commands: foreign } });
  };
}

/** Whether this VS Code has the validator of SKILL.md, and the user did not give the file another language. */
function vscodeChecksSkills(): boolean {
  const associations = vscode.workspace.getConfiguration('files').get<Record<string, string>>('associations', {});
  const other = Object.entries(associations).some(([glob, id]) => glob.endsWith('SKILL.md') && id !== SKILL_LANGUAGE);
  return !other && vscode.extensions.getExtension(SKILL_EXTENSION) !== undefined;
}

function ours(uri: vscode.Uri, diagnostics: vscode.Diagnostic[]): vscode.Diagnostic[] {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (document?.languageId !== SKILL_LANGUAGE || !vscodeChecksSkills()) {
    return diagnostics;
  }
  return withoutDuplicates(diagnostics, {
    textOf: (range) => document.getText(range),
    lineOf: (range) => document.lineAt(range.start.line).text,
  });
}

async function tell(message: string, ways: Record<string, () => unknown>): Promise<void> {
  const chosen = await vscode.window.showErrorMessage(message, ...Object.keys(ways));
  await (chosen && ways[chosen]?.());
}

function openSettings(name: string): Thenable<unknown> {
  return vscode.commands.executeCommand('workbench.action.openSettings', name);
}
