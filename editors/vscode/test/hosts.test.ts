import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type HostReading, hostRows, summary } from '../src/hosts.ts';

function rows(hosts: Record<string, Partial<HostReading>>) {
  const full = Object.entries(hosts).map(([id, given]) => [id, { loaded: true, discovered: true, problems: [], ...given }]);
  return hostRows({ version: 1, skills: [{ path: 'SKILL.md', hosts: Object.fromEntries(full) }] });
}

test('hosts that find the skill come first, with the first reason', () => {
  const reason = { rule: 'name-format', message: 'the name is not allowed' };
  const found = rows({ codex: { discovered: false }, xum: { loaded: false, problems: [reason] } });
  assert.deepEqual(found.map(({ name, reason }) => [name, reason]), [['Xum', 'the name is not allowed'], ['Codex', '']]);
});

test('the status bar names the hosts that drop the skill, else those that load it', () => {
  assert.equal(summary(rows({ xum: { loaded: false }, codex: {} })), '$(error) Xum');
  assert.equal(summary(rows({ xum: {}, codex: {}, goose: { discovered: false } })), '$(check) Xum, Codex');
  assert.equal(summary(rows({ goose: { discovered: false } })), '$(circle-slash) no host finds this skill');
  assert.deepEqual(hostRows(undefined), []);
});
