import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Language } from '../../../contract/choices.ts';
import { type Part, readLicence, readParts } from '../../platform/licences.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import type { MadeFile } from './protocol.ts';
import { toHtml, toReadingPage } from './reading-page.ts';

function toDetails({ name, version, licence, text }: Part): string {
  const head = escapeMarkup(`${name} ${version} · ${licence}`);
  return `<details><summary>${head}</summary><pre>${escapeMarkup(text)}</pre></details>`;
}

/** Zubi's licence, then each part's. `root` is the application's folder. */
export async function makeLicencesPage(
  root: string,
  language: Language,
  title: string,
): Promise<MadeFile> {
  const [own, parts] = await Promise.all([readLicence(root), readParts(root)]);
  const body = `<h1>Zubi</h1><pre>${escapeMarkup(own)}</pre><h2>${escapeMarkup(title)}</h2>${parts.map(toDetails).join('')}`;
  return toReadingPage({ language, title, body });
}

/** The licences of Chromium and Electron beside the program, or null. */
export async function readChromiumLicences(): Promise<MadeFile | null> {
  const places = [dirname(process.execPath), process.resourcesPath ?? ''];
  for (const place of places) {
    const text = await readFile(join(place, 'LICENSES.chromium.html'), 'utf8').catch(() => null);
    if (text !== null) return toHtml(text);
  }
  return null;
}
