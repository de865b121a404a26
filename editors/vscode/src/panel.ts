// Runs inside the preview panel: draws what it is sent, follows the editor's cursor, and asks back.

import type { FromPanel, Rendered, ToPanel } from './preview.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPanel): void };

const editor = acquireVsCodeApi();
const host = element<HTMLSelectElement>('host');
const as = element<HTMLSelectElement>('as');
const given = element<HTMLInputElement>('arguments');
const body = element<HTMLDivElement>('body');
let lines: (number | null)[] = [];

window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => {
  if ('cursor' in data) {
    follow(data.cursor);
  } else {
    host.replaceChildren(...data.hosts.map(({ id, name }) => new Option(name, id, false, id === data.show.host)));
    draw(data.show);
  }
});
for (const control of [host, as]) {
  control.addEventListener('change', ask);
}
given.addEventListener('input', ask);
document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
editor.postMessage({ ready: true });

function ask(): void {
  editor.postMessage({ host: host.value, arguments: given.value, as: as.value === 'model' ? 'model' : 'user' });
}

function draw(shown: Rendered): void {
  lines = shown.lines ?? [];
  element('entry').textContent = shown.index_entry ?? 'The agent is not told about this skill.';
  body.replaceChildren(
    ...shown.body.split('\n').map((text, index) => {
      const line = document.createElement('div');
      line.textContent = text || '\u200b';
      line.className = lines[index] === null ? 'line added' : 'line';
      line.addEventListener('dblclick', () => reveal(index));
      return line;
    }),
  );
  const ran = shown.directives.filter(({ runs }) => runs).length;
  const notes = [
    ran ? `${ran} of ${shown.directives.length} directives would run; their output is not known here.` : '',
    shown.truncated ? 'The host cuts the text here.' : '',
  ];
  element('note').textContent = notes.filter(Boolean).join(' ');
}

/** Marks the lines that come from the editor's line, or from the nearest line before it. */
function follow(cursor: number): void {
  const reached = lines.filter((source) => source !== null && source <= cursor);
  const nearest = Math.max(...(reached as number[]));
  let first: Element | undefined;
  Array.from(body.children).forEach((line, index) => {
    const current = reached.length > 0 && lines[index] === nearest;
    line.classList.toggle('current', current);
    first ??= current ? line : undefined;
  });
  first?.scrollIntoView({ block: 'nearest' });
}

function reveal(index: number): void {
  const source = lines[index];
  if (typeof source === 'number') {
    editor.postMessage({ reveal: source });
  }
}

function element<E extends HTMLElement = HTMLElement>(id: string): E {
  return document.getElementById(id) as E;
}
