// VS Code checks SKILL.md a little itself. Where it does, its row stays and ours is dropped; our quick fix stays as well.
// What it checks: microsoft/vscode 1.139, promptSyntax/languageProviders/promptValidator.

import type { Diagnostic } from 'vscode';

/** The language that VS Code 1.139 gives to SKILL.md, and the only one it checks. */
export const SKILL_LANGUAGE = 'skill';

/** Rules that VS Code reports in every case; the server leaves their findings out when asked to. */
export const REPORTED_BY_VSCODE = ['name-directory', 'value-null'];

/** What VS Code lets pass as a name. It is wider than the hosts' own rule, so `name-format` is dropped case by case. */
const PASSES_AS_NAME = /^[a-z0-9-]+$/;

/** The diagnostics without those that VS Code shows itself; `text` gives the document's text of a range. */
export function withoutDuplicates<D extends Pick<Diagnostic, 'code' | 'range'>>(
  diagnostics: readonly D[],
  text: (range: D['range']) => string,
): D[] {
  return diagnostics.filter((one) => !(ruleOf(one) === 'name-format' && vscodeMarksName(text(one.range))));
}

function vscodeMarksName(written: string): boolean {
  const name = written.trim().replace(/^(["'])(.*)\1$/, '$2').trim();
  return name !== '' && !PASSES_AS_NAME.test(name);
}

function ruleOf(diagnostic: Pick<Diagnostic, 'code'>): string {
  const code = diagnostic.code;
  return String(typeof code === 'object' ? code.value : code);
}
