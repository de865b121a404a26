// Answers the search's questions about this machine.

import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';

import type { Machine } from './server.ts';

const VERSION = 'import sys; print(*sys.version_info[:2])';

export const thisMachine: Machine = {
  async isFile(file) {
    return stat(file).then((found) => found.isFile(), () => false);
  },
  pythonVersion(file) {
    return new Promise((resolve) => {
      execFile(file, ['-I', '-c', VERSION], { timeout: 15_000 }, (error, output) => {
        const [major, minor] = output.trim().split(' ').map(Number);
        resolve(error || major === undefined || minor === undefined ? undefined : [major, minor]);
      });
    });
  },
};
