import type { IncomingMessage } from 'node:http';
import { readBody } from './body.ts';
import { type JsonObject, readJson } from './json.ts';

const formType = 'application/x-www-form-urlencoded';
const maxBytes = 16 * 1024;

/** Whether a page's form sent the request. */
export function isForm(request: IncomingMessage): boolean {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() === formType;
}

/**
 * The fields of a small request from a page's form, as JSON, or without a body; empty for other
 * types.
 */
export async function readFields(request: IncomingMessage): Promise<JsonObject> {
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers;
  const isEmpty = transfer === undefined && Number(length) === 0;
  if (isEmpty) return {};
  if (isForm(request)) {
    const body = await readBody(request, maxBytes);
    return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  }
  const isJson =
    request.headers['content-type']?.toLowerCase().startsWith('application/json') === true;
  return isJson ? await readJson(request, maxBytes) : {};
}
