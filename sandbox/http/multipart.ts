import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { Refusal } from './answer.ts';
import { readBody } from './body.ts';
import { requireContentType } from './json.ts';

/** A file part of a `multipart/form-data` body. */
interface FilePart {
  readonly name: string;
  readonly filename: string | null;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The file parts of a body, and the names of its plain fields; their values are dropped. */
interface Multipart {
  readonly files: readonly FilePart[];
  readonly fields: readonly string[];
}

const maxParts = 20;
const overheadBytes = 64 * 1024;

/**
 * Reads a `multipart/form-data` body. 415 for another type, 400 when damaged, 413 when larger than
 * one file of `maxFileBytes` needs.
 */
export async function readMultipart(
  request: IncomingMessage,
  maxFileBytes: number,
): Promise<Multipart> {
  requireContentType(request, 'multipart/form-data');
  const body = await readBody(request, maxFileBytes + overheadBytes);
  try {
    return await parse(request.headers['content-type'] ?? '', body);
  } catch {
    throw new Refusal(400, 'El cuerpo multipart no está bien formado.');
  }
}

function parse(contentType: string, body: Buffer): Promise<Multipart> {
  return new Promise((resolve, reject) => {
    const files: FilePart[] = [];
    const fields: string[] = [];
    const limits = { parts: maxParts, headerPairs: 20, fieldSize: overheadBytes };
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits });
    parser.on('file', (name, stream: Readable, filename, _encoding, type) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('error', reject);
      stream.once('end', () => {
        files.push({
          name,
          filename: filename ?? null,
          contentType: type,
          bytes: Buffer.concat(chunks),
        });
      });
    });
    parser.on('field', (name) => fields.push(name));
    parser.once('partsLimit', () => reject(new Error('Too many parts.')));
    parser.once('error', reject);
    parser.once('finish', () => resolve({ files, fields }));
    Readable.from([body]).pipe(parser);
  });
}
