import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withoutDuplicates } from '../src/duplicates.ts';

const RANGE = {} as never;

/** Whether a finding of this rule stays, on this text in this line. */
function stays(code: unknown, text: string, line = text): boolean {
  const source = { textOf: () => text, lineOf: () => line };
  return withoutDuplicates([{ code: code as string, range: RANGE }], source).length === 1;
}

test('a name that VS Code marks is not marked twice', () => {
  assert.ok(!stays('name-format', 'Tide_Table'));
  assert.ok(!stays({ value: 'name-format', target: undefined }, '"Tide Table"'));
});

test('a name that only the hosts refuse stays ours', () => {
  assert.ok(stays('name-format', 'tide--table'));
  assert.ok(stays('name-format', '-tide'));
});

test('a key with nothing after it is not marked twice, a null that is written out stays ours', () => {
  assert.ok(!stays('value-null', 'license', 'license: '));
  assert.ok(stays('value-null', 'null', 'license: null'));
});

test('other rules are not touched', () => {
  assert.ok(stays('yaml-plain-colon', 'Tide_Table', 'name:'));
});
