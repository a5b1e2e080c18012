import { type Reply, ZubiError } from '../../../../../contract/errors.ts';
import { isZip } from '../../../../platform/files/document-zip.ts';
import { Secret } from '../../../../platform/secrets/secret.ts';
import { toReply } from '../../../../platform/workers/thread-reply.ts';
import { isSealedFile } from '../../sealed-file.ts';
import { readCsv } from './read-csv.ts';
import { readSealed } from './read-sealed.ts';
import { readSpreadsheet } from './read-xlsx.ts';
import type { ImportTable } from './table.ts';

/** The part of a file to read. */
export interface WantedTable {
  readonly passphrase?: string | undefined;
  /** Place in the workbook, from 0. */
  readonly sheet?: number | undefined;
}

export interface TableTask extends WantedTable {
  readonly bytes: Uint8Array;
}

/** Called first: the thread has loaded its code. */
export function ready(): void {}

/** Reads the table out of one file. The thread is ended afterwards. */
export function answer(task: TableTask): Promise<Reply<ImportTable>> {
  return toReply(() => readTable(task));
}

/** The content tells the kind of file, whatever its name. */
async function readTable({ bytes, passphrase, sheet }: TableTask): Promise<ImportTable> {
  if (bytes.byteLength === 0) throw new ZubiError('import_empty');
  if (isSealedFile(bytes)) {
    if (passphrase === undefined)
      throw new ZubiError('import_format', { reason: 'passphrase_wanted' });
    return readSealed(bytes, new Secret(passphrase));
  }
  if (isZip(bytes)) return readSpreadsheet(bytes, sheet);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new ZubiError('import_format', { reason: 'xls' });
  return readCsv(bytes);
}
