import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { Refusal } from './answer.ts';

/** The client left before its request was complete: nobody gets an answer. */
export class ClientGone extends Error {
  constructor() {
    super('The client went away.');
    this.name = 'ClientGone';
  }
}

/**
 * Reads a whole request body, gunzipped with `content-encoding: gzip`. Neither the received nor the
 * inflated bytes may exceed `limitBytes` (413), so a gzip bomb costs no more than the limit. The
 * rest of a refused body is drained, so that the client can read the answer.
 */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new Refusal(415, 'Solo se admite el cuerpo sin comprimir o con content-encoding gzip.');
  }
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
  return encoding === 'gzip' ? collectGunzipped(request, limitBytes) : collect(request, limitBytes);
}

function tooLarge(limitBytes: number): Refusal {
  return new Refusal(413, `El cuerpo supera el máximo de ${limitBytes} bytes.`);
}

function collect(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const take = (chunk: Buffer) => {
      received += chunk.length;
      if (received > limitBytes) {
        request.off('data', take).resume();
        reject(tooLarge(limitBytes));
      } else {
        chunks.push(chunk);
      }
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => reject(new ClientGone()));
    request.once('close', () => reject(new ClientGone()));
  });
}

function collectGunzipped(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const gunzip = createGunzip();
    const chunks: Buffer[] = [];
    let received = 0;
    let inflated = 0;
    const stop = (reason: Error) => {
      request.unpipe(gunzip);
      gunzip.destroy();
      request.resume();
      reject(reason);
    };
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > limitBytes) stop(tooLarge(limitBytes));
    });
    gunzip.on('data', (chunk: Buffer) => {
      inflated += chunk.length;
      if (inflated > limitBytes) stop(tooLarge(limitBytes));
      else chunks.push(chunk);
    });
    gunzip.once('error', () => stop(new Refusal(400, 'El cuerpo no es gzip válido.')));
    gunzip.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => stop(new ClientGone()));
    request.once('close', () => {
      if (!request.complete) stop(new ClientGone());
    });
    request.pipe(gunzip);
  });
}
