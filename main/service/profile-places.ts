import { z } from 'zod';

const forbiddenSteps = ['__proto__', 'constructor', 'prototype'];
const pathPattern = /^[^.\s]+(\.[^.\s]+)*$/;
const safePath = z
  .string()
  .max(200)
  .refine((path) => path.split('.').every((step) => !forbiddenSteps.includes(step)));

/** Where a value is put in a request: a dotted path, never empty. */
export const writtenPath = safePath.regex(pathPattern);
/** Where a value is found in an answer; `null` when the service does not give it. */
export const foundPath = safePath.regex(pathPattern).nullable();
/**
 * The same; a question mark at its end means that the part may be absent when the answer names
 * every record.
 */
export const optionalPath = safePath.regex(/^[^.\s?]+(\.[^.\s?]+)*\??$/).nullable();
/** Where an answer has a list; the empty path means that the answer itself is the list. */
export const listPath = z.union([z.literal(''), safePath.regex(pathPattern)]);

/** Set by Zubi, or refused by undici. */
const reservedHeaders = [
  'host',
  'connection',
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
];
export const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,100}$/)
  .refine((name) => !reservedHeaders.includes(name.toLowerCase()));

export const word = z.string().min(1).max(100);
