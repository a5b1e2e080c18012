import type { WebContents } from 'electron';
import { ZubiError } from '../../../contract/errors.ts';
import type { MadePages } from './made-pages.ts';
import { openPlainWindow } from './window.ts';

/** Loads a page in a hidden window, without script or bridge, while `use` runs. */
async function withPage<Value>(
  pages: MadePages,
  html: string,
  use: (contents: WebContents) => Promise<Value>,
): Promise<Value> {
  const made = pages.add({ mediaType: 'text/html; charset=utf-8', text: html, hasOwnPolicy: true });
  const { window, loaded } = openPlainWindow(made.address, null);
  try {
    if (!(await loaded)) throw new Error('the page did not load');
    return await use(window.webContents);
  } finally {
    made.remove();
    if (!window.isDestroyed()) window.destroy();
  }
}

/** A page as PDF, A4 unless its style says otherwise, tagged for screen readers. */
export function toPdf(pages: MadePages, html: string): Promise<Uint8Array> {
  return withPage(pages, html, (contents) =>
    contents.printToPDF({
      pageSize: 'A4',
      preferCSSPageSize: true,
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    }),
  );
}

/** Prints a page by the system's dialog; false when a person cancels. Throws `print_failed`. */
export function printPage(pages: MadePages, html: string): Promise<boolean> {
  return withPage(
    pages,
    html,
    (contents) =>
      new Promise((resolve, reject) =>
        contents.print({ printBackground: true }, (isPrinted, reason) => {
          // Electron has no other sign of a cancelled dialog than this text.
          if (isPrinted || /cancel/i.test(reason)) resolve(isPrinted);
          else reject(new ZubiError({ code: 'print_failed', details: {} }));
        }),
      ),
  );
}
