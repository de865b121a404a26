import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findServer, type Machine, type Place } from '../src/server.ts';

const PLACE: Place = {
  setting: [],
  interpreter: '',
  folders: ['/srv'],
  trusted: true,
  extension: '/ext',
  platform: 'linux',
  pathVariable: 'bin:/usr/local/bin:/usr/bin',
};

/** A machine with these files; those with a version are Pythons. */
function machine(files: Record<string, readonly [number, number] | null>): Machine {
  return {
    isFile: async (file) => file in files,
    pythonVersion: async (file) => files[file] ?? undefined,
  };
}

const EVERYWHERE = machine({
  '/srv/.venv/bin/skill-lsp': null,
  '/srv/bin/skill-lsp': null,
  '/usr/bin/skill-lsp': null,
  '/usr/bin/python3': [3, 11],
});

test('the setting goes before everything', async () => {
  const found = await findServer({ ...PLACE, setting: ['/opt/skill-lsp', '--flag'] }, EVERYWHERE);
  assert.deepEqual(found, { command: '/opt/skill-lsp', args: ['--flag'], from: 'setting' });
});

test('then the virtual environment of the workspace', async () => {
  const found = await findServer(PLACE, EVERYWHERE);
  assert.deepEqual(found, { command: '/srv/.venv/bin/skill-lsp', args: [], from: 'workspace' });
});

test('which is not started in a workspace that is not trusted', async () => {
  const found = await findServer({ ...PLACE, trusted: false }, EVERYWHERE);
  assert.deepEqual(found, { command: '/usr/bin/skill-lsp', args: [], from: 'PATH' });
});

test('PATH is searched in order, without its relative entries', async () => {
  const found = await findServer(PLACE, machine({ 'bin/skill-lsp': null, '/usr/bin/skill-lsp': null }));
  assert.equal(found?.command, '/usr/bin/skill-lsp');
});

test('the bundled server runs isolated in the first Python that is new enough', async () => {
  const old = machine({ '/srv/venv/bin/python': [3, 8], '/usr/bin/python3': [3, 9], '/usr/bin/python': [3, 10] });
  assert.deepEqual(await findServer(PLACE, old), {
    command: '/usr/bin/python',
    args: ['-I', '/ext/bundled/serve.py'],
    from: 'bundled',
  });
});

test('the interpreter of the setting goes before those found', async () => {
  const both = machine({ '/opt/python': [3, 14], '/usr/bin/python3': [3, 11] });
  const found = await findServer({ ...PLACE, interpreter: '/opt/python' }, both);
  assert.equal(found?.command, '/opt/python');
});

test('a Python of the workspace is not started either without trust', async () => {
  const both = machine({ '/srv/.venv/bin/python': [3, 12], '/usr/bin/python3': [3, 11] });
  const found = await findServer({ ...PLACE, trusted: false }, both);
  assert.equal(found?.command, '/usr/bin/python3');
});

test('a stub that is no Python is passed over, and without any Python there is no server', async () => {
  assert.equal(await findServer(PLACE, machine({ '/usr/bin/python3': null })), undefined);
  assert.equal(await findServer(PLACE, machine({})), undefined);
});
