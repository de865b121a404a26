import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type PortabilityFinding, portabilityRows, type ToolsReport, toolRows, unitsBefore } from '../src/reports.ts';

function portability(...given: Partial<PortabilityFinding>[]) {
  const plain = { rule: 'key-unread', severity: 'info', message: '', range: { start: { line: 1, column: 1 } }, fixes: [] };
  const findings = given.map((one) => ({ ...plain, ...one }));
  return portabilityRows({ version: 1, skills: [{ path: 'SKILL.md', portable: !findings.length, findings }] });
}

test('a row has the first sentence and the line, below them the first step and the rest', () => {
  const message = 'Xum reads `a.b C`. Codex does not. claude.ai refuses it.';
  const fixes = [{ title: 'Move it', safe: false }, { title: 'Delete it', safe: false }];
  assert.deepEqual(portability({ severity: 'error', message, range: { start: { line: 4, column: 2 } }, fixes }), [
    {
      label: '$(error) Xum reads `a.b C`.',
      description: 'line 4',
      detail: '→ Move it  Codex does not. claude.ai refuses it.',
      line: 4,
      column: 2,
    },
  ]);
});

test('a severity is an icon, and a portable skill has no rows', () => {
  const rows = portability(...['error', 'warning', 'info', 'hint'].map((severity) => ({ severity, message: 'So.' })));
  assert.deepEqual(rows.map(({ label }) => label), ['$(error) So.', '$(warning) So.', '$(info) So.', '$(info) So.']);
  assert.deepEqual(portability(), []);
});

test('a tool is shown as it is registered, with what is the matter with it before what it is for', () => {
  const tool = (name: string, runs_unasked: boolean) => ({ name, registered: `mcp_x_${name}`, runs_unasked, description: `Does ${name}` });
  const report: ToolsReport = {
    address: 'mcp://x',
    error: null,
    tools: [tool('read', true), tool('book', false)],
    problems: [{ severity: 'warning', message: 'Too long.', tool: 'book' }, { severity: 'hint', message: 'All.', tool: null }],
  };
  assert.deepEqual(toolRows(report), [
    { label: '$(tools) mcp_x_read', description: 'runs without asking', detail: 'Does read' },
    { label: '$(warning) mcp_x_book', description: 'asks before it runs', detail: 'Too long.' },
  ]);
});

test('a column of characters is found in a line of UTF-16 units', () => {
  assert.equal(unitsBefore('a🌊b', 3), 3);
  assert.equal(unitsBefore('a🌊b', 1), 0);
  assert.equal(unitsBefore('ab', 9), 2);
});
