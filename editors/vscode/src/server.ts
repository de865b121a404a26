// Finds the language server: the setting, the workspace's virtual environment, PATH, then the wheels in this extension.
// Nothing here knows VS Code, so that the search order is tested in plain Node.

import * as path from 'node:path';

/** The command line of a server, and where it was found. */
export interface Launch {
  command: string;
  args: string[];
  from: 'setting' | 'workspace' | 'PATH' | 'bundled';
}

/** What the search depends on. */
export interface Place {
  /** `skillLsp.command` */
  setting: readonly string[];
  /** `skillLsp.interpreter` */
  interpreter: string;
  folders: readonly string[];
  /** Whether programs of the workspace may be started. */
  trusted: boolean;
  extension: string;
  platform: NodeJS.Platform;
  pathVariable: string;
}

/** The questions the search asks the machine. */
export interface Machine {
  isFile(file: string): Promise<boolean>;
  /** The version of a Python, or undefined where the file is none (a store stub, a broken link). */
  pythonVersion(file: string): Promise<readonly [number, number] | undefined>;
}

export const OLDEST_PYTHON = [3, 10] as const;

/** The first server there is; undefined where not even a Python for the bundled one was found. */
export async function findServer(place: Place, machine: Machine): Promise<Launch | undefined> {
  const [command, ...args] = place.setting;
  if (command) {
    return { command, args, from: 'setting' };
  }
  const own = await firstFile(inEnvironments(place, 'skill-lsp'), machine);
  if (own) {
    return { command: own, args: [], from: 'workspace' };
  }
  const installed = await firstFile(onPath(place, 'skill-lsp'), machine);
  if (installed) {
    return { command: installed, args: [], from: 'PATH' };
  }
  const python = await findPython(place, machine);
  // -I: neither the workspace nor PYTHONPATH nor the user's own packages can put a module in the server's way.
  const serve = path.join(place.extension, 'bundled', 'serve.py');
  return python === undefined ? undefined : { command: python, args: ['-I', serve], from: 'bundled' };
}

async function findPython(place: Place, machine: Machine): Promise<string | undefined> {
  const names = place.platform === 'win32' ? ['python', 'python3', 'py'] : ['python3', 'python'];
  const candidates = [
    ...(place.interpreter ? [place.interpreter] : []),
    ...inEnvironments(place, 'python'),
    ...names.flatMap((name) => onPath(place, name)),
  ];
  for (const candidate of candidates) {
    if (await machine.isFile(candidate)) {
      const version = await machine.pythonVersion(candidate);
      if (version && (version[0] > OLDEST_PYTHON[0] || (version[0] === OLDEST_PYTHON[0] && version[1] >= OLDEST_PYTHON[1]))) {
        return candidate;
      }
    }
  }
  return undefined;
}

/** Where a program of the workspace's virtual environments would be; none in a workspace that is not trusted. */
function inEnvironments(place: Place, program: string): string[] {
  const inside = place.platform === 'win32' ? ['Scripts', `${program}.exe`] : ['bin', program];
  const roots = place.trusted ? place.folders : [];
  return roots.flatMap((folder) => ['.venv', 'venv'].map((name) => path.join(folder, name, ...inside)));
}

/** Where a program on PATH would be. Relative entries are left out: they would mean the workspace. */
function onPath(place: Place, program: string): string[] {
  const windows = place.platform === 'win32';
  return place.pathVariable
    .split(windows ? ';' : ':')
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, windows ? `${program}.exe` : program));
}

async function firstFile(files: readonly string[], machine: Machine): Promise<string | undefined> {
  for (const file of files) {
    if (await machine.isFile(file)) {
      return file;
    }
  }
  return undefined;
}
