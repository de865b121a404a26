// What the server's `skillLsp/portable` and `skillLsp/mcp` answer, as rows of a list for people.

export interface PortabilityFinding {
  rule: string;
  severity: string;
  message: string;
  range: { start: { line: number; column: number } };
  fixes: { title: string; safe: boolean }[];
}

export interface PortabilityReport {
  version: number;
  skills: { path: string; portable: boolean; findings: PortabilityFinding[] }[];
}

export interface ToolsReport {
  address: string;
  error: string | null;
  tools: { name: string; registered: string; runs_unasked: boolean; description: string }[];
  problems: { severity: string; message: string; tool: string | null }[];
}

interface Row {
  label: string;
  description: string;
  detail: string;
}

const ICONS: Readonly<Record<string, string>> = { error: '$(error)', warning: '$(warning)' };

/** The findings with their first sentence in front, for a row is cut at the width of the list. */
export function portabilityRows(report: PortabilityReport): (Row & { line: number; column: number })[] {
  return (report.skills[0]?.findings ?? []).map(({ severity, message, range, fixes }) => {
    const [first = '', ...rest] = message.split(/(?<=\.) (?=\p{Lu})/u);
    const step = fixes[0] ? [`→ ${fixes[0].title}`] : [];
    return {
      label: `${ICONS[severity] ?? '$(info)'} ${first}`,
      description: `line ${range.start.line}`,
      detail: [...step, ...rest].join('  '),
      ...range.start,
    };
  });
}

/** The tools as oxo-flow registers them, each with what is the matter with it, else what it is for. */
export function toolRows(report: ToolsReport): Row[] {
  return report.tools.map(({ name, registered, runs_unasked, description }) => {
    const problem = report.problems.find(({ tool }) => tool === name || tool === registered);
    return {
      label: `${problem ? '$(warning)' : '$(tools)'} ${registered}`,
      description: runs_unasked ? 'runs without asking' : 'asks before it runs',
      detail: problem?.message ?? description,
    };
  });
}

/** The UTF-16 units of a line before a column, which the server's reports count in characters from 1. */
export function unitsBefore(line: string, column: number): number {
  return [...line].slice(0, column - 1).join('').length;
}
