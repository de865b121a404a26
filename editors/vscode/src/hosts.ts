// The hosts by their ids, and what the server's `skillLsp/hosts` says about a skill.

export const HOST_NAMES: Readonly<Record<string, string>> = {
  'agent-skills': 'Agent Skills',
  'claude-code': 'Claude Code',
  'claude-ai': 'claude.ai',
  xum: 'Xum',
  'oxo-flow': 'oxo-flow',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  vscode: 'VS Code',
  opencode: 'OpenCode',
  cursor: 'Cursor',
  goose: 'goose',
};

export interface HostReading {
  loaded: boolean;
  discovered: boolean;
  problems: { rule: string; message: string }[];
}

export interface HostsReport {
  version: number;
  skills: { path: string; hosts: Record<string, HostReading> }[];
}

/** A host as a row for people: its name, whether it loads the skill, and the first reason where it does not. */
export interface HostRow {
  id: string;
  name: string;
  loaded: boolean;
  discovered: boolean;
  reason: string;
}

/** The hosts of a report, those first that find the skill where it lies. */
export function hostRows(report: HostsReport | undefined): HostRow[] {
  const hosts = Object.entries(report?.skills[0]?.hosts ?? {});
  const rows = hosts.map(([id, { loaded, discovered, problems }]) => {
    return { id, name: HOST_NAMES[id] ?? id, loaded, discovered, reason: problems[0]?.message ?? '' };
  });
  return [...rows.filter((row) => row.discovered), ...rows.filter((row) => !row.discovered)];
}

/** The short text for the status bar: the hosts that find the skill, with those first that do not load it. */
export function summary(rows: readonly HostRow[]): string {
  const found = rows.filter((row) => row.discovered);
  const dropped = found.filter((row) => !row.loaded).map((row) => row.name);
  if (dropped.length) {
    return `$(error) ${dropped.join(', ')}`;
  }
  return found.length ? `$(check) ${found.map((row) => row.name).join(', ')}` : '$(circle-slash) no host finds this skill';
}
