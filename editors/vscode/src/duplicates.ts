// VS Code checks SKILL.md a little itself. Where it does, its row stays and ours is dropped; our quick fix stays as well.
// What it checks: microsoft/vscode 1.139, promptSyntax/languageProviders/promptValidator.

import type { Diagnostic } from 'vscode';

/** The language that VS Code 1.139 gives to SKILL.md, and the only one it checks. */
export const SKILL_LANGUAGE = 'skill';

/** The extension of VS Code's own that brings this language. */
export const SKILL_EXTENSION = 'vscode.prompt';

/** Rules of which VS Code reports every case; the server leaves their findings out when it is told so. */
export const REPORTED_BY_VSCODE = ['name-directory', 'name-display'];

/** What VS Code lets pass as a name; the hosts ask for more. */
const PASSES_AS_NAME = /^[a-z0-9-]+$/;

/** A key with nothing after it, which VS Code calls a missing value; `license: null` it lets pass. */
const KEY_ALONE = /^[\w-]+:\s*$/;

/** Rules of which VS Code reports some cases: whether it does, by the marked text and its line. */
const CASES: Record<string, (text: string, line: string) => boolean> = {
  'name-format': (text) => !PASSES_AS_NAME.test(unquoted(text)),
  'value-null': (_text, line) => KEY_ALONE.test(line),
};

export interface TextSource<R> {
  textOf(range: R): string;
  lineOf(range: R): string;
}

/** The diagnostics without those that VS Code shows itself. */
export function withoutDuplicates<D extends Pick<Diagnostic, 'code' | 'range'>>(
  diagnostics: readonly D[],
  source: TextSource<D['range']>,
): D[] {
  return diagnostics.filter((one) => !CASES[ruleOf(one)]?.(source.textOf(one.range), source.lineOf(one.range)));
}

/** The id of the rule that made a diagnostic. */
export function ruleOf({ code }: Pick<Diagnostic, 'code'>): string {
  return String(typeof code === 'object' ? code.value : code);
}

function unquoted(written: string): string {
  return written.trim().replace(/^(["'])(.*)\1$/, '$2').trim();
}
