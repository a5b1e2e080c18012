import { Buffer } from 'node:buffer';
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, posix } from 'node:path';
import { app, type BrowserWindow, dialog, type SaveDialogOptions } from 'electron';
import { z } from 'zod';
import { type Reply, ZubiError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import { writeForPerson } from '../../platform/files/person-file.ts';
import type { ParsedSave } from './channels.ts';
import type { LastFolder } from './choose-documents.ts';
import type { HostedApp } from './hosted-app.ts';
import type { MadePages } from './made-pages.ts';
import { printPage, toPdf } from './printed.ts';

const pieceSchema = z.looseObject({
  name: z.string(),
  contentBase64: z.string(),
  mediaType: z.string().optional(),
  sizeBytes: z.number().optional(),
});
type Piece = z.output<typeof pieceSchema>;

interface SaverOptions {
  readonly core: HostedApp;
  readonly pages: MadePages;
  readonly lastFolder: LastFolder;
  readonly personUmask: number | null;
  window(): BrowserWindow | null;
}

/**
 * Saves documents of the core at a place that a person chooses. A large one is written piece by
 * piece; a page becomes a PDF unless a person chooses HTML.
 */
export class DocumentSaver {
  readonly #options: SaverOptions;

  constructor(options: SaverOptions) {
    this.#options = options;
  }

  async save(order: ParsedSave): Promise<Reply<unknown>> {
    try {
      const first = await this.#read(order, 0);
      const { contentBase64: _content, ...facts } = first;
      if (order.prints)
        return { ok: true, value: { ...facts, saved: await this.#print(order, first) } };
      const path = await this.#write(order, first);
      const name = path === null ? facts.name : basename(path);
      return { ok: true, value: { ...facts, name, saved: path !== null } };
    } catch (error) {
      return { ok: false, error: toCallError(error) };
    }
  }

  async #read({ method, input }: ParsedSave, offset: number): Promise<Piece> {
    const reply = await this.#options.core.call(
      method,
      offset === 0 ? input : { ...input, offset },
    );
    if (!reply.ok) throw new ZubiError(reply.error);
    return pieceSchema.parse(reply.value);
  }

  async #print(order: ParsedSave, page: Piece): Promise<boolean> {
    if (!isOwnPage(order, page)) throw new ZubiError({ code: 'invalid_input', details: {} });
    return printPage(this.#options.pages, toText(page));
  }

  async #write(order: ParsedSave, first: Piece): Promise<string | null> {
    const isPage = isOwnPage(order, first);
    const path = await this.#choosePlace(first, isPage);
    if (path === null) return null;
    const { pages, personUmask } = this.#options;
    const isPdf = isPage && !/^\.html?$/i.test(extname(path));
    const pieces = isPdf ? [await toPdf(pages, toText(first))] : this.#readOn(order, first);
    await writeForPerson(path, pieces, personUmask);
    return path;
  }

  async *#readOn(order: ParsedSave, first: Piece): AsyncIterable<Uint8Array> {
    let piece = first;
    for (let offset = 0; ; ) {
      const bytes = Buffer.from(piece.contentBase64, 'base64');
      yield bytes;
      offset += bytes.length;
      const isWhole = first.sizeBytes === undefined || offset >= first.sizeBytes;
      if (isWhole || bytes.length === 0) return;
      piece = await this.#read(order, offset);
    }
  }

  async #choosePlace(document: Piece, isPage: boolean): Promise<string | null> {
    const { lastFolder, window } = this.#options;
    // A name from a zip file may have signs that Windows refuses.
    const name = posix.basename(document.name).replaceAll(/[<>:"|?*\\]/g, '_');
    const folder = lastFolder.read() ?? app.getPath('downloads');
    const own = extname(name).slice(1);
    const kinds = isPage ? ['pdf', 'html'] : own === '' ? [] : [own];
    const options: SaveDialogOptions = {
      defaultPath: join(folder, isPage ? name.replace(/\.html$/, '.pdf') : name),
      properties: ['showOverwriteConfirmation'],
      filters: kinds.map((kind) => ({ name: kind.toUpperCase(), extensions: [kind] })),
    };
    const shown = window();
    const { canceled, filePath } = await (shown === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(shown, options));
    if (canceled || filePath === '') return null;
    lastFolder.keep(dirname(filePath));
    // Linux adds no ending. The system has asked about the name as it was typed only.
    const named = `${filePath}.${kinds[0]}`;
    const isBare = extname(filePath) === '' && kinds.length > 0;
    return isBare && !existsSync(named) ? named : filePath;
  }
}

/** Not a page that the service answered: that is evidence, saved as it came and never opened. */
function isOwnPage({ method }: ParsedSave, { mediaType }: Piece): boolean {
  return method.startsWith('reports.') && mediaType?.startsWith('text/html') === true;
}

function toText({ contentBase64 }: Piece): string {
  return Buffer.from(contentBase64, 'base64').toString('utf8');
}
