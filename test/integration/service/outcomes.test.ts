import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../contract/errors.ts';
import { classifyOutcome } from '../../../main/features/outbox/classify-outcome.ts';
import type { SendOutcome } from '../../../main/service/client-port.ts';
import { defaultServiceProfile, type ServiceProfile } from '../../../main/service/profile.ts';
import { fileWith } from '../../fixtures/answers.ts';
import { afterRequest, jsonHead, jsonReply, reply, reset, type Script } from './scripts.ts';
import {
  canaries,
  clientOf,
  hastyAnswer,
  hastyBody,
  keepLog,
  keys,
  leaksIn,
  profileWith,
  serveTcp,
  submission,
} from './stand.ts';

interface Cell {
  readonly fault: string;
  readonly script: Script;
  readonly code: ErrorCode;
  /** Whether something of the answer is kept. */
  readonly raw?: boolean;
  readonly profile?: Partial<ServiceProfile>;
  readonly xml?: Uint8Array;
}

const drip: Script = afterRequest((socket) => {
  socket.write(`${jsonHead}content-length: 100000\r\n\r\n`);
  const timer = setInterval(() => socket.write(' '), 50);
  socket.on('close', () => clearInterval(timer));
});
const flood: Script = afterRequest((socket) => {
  socket.write(`${jsonHead}\r\n`);
  const part = Buffer.alloc(1 << 20, 32);
  const pour = (): void => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', pour);
  pour();
});
const notUtf8: Script = afterRequest((socket) => {
  socket.write(`${jsonHead}\r\n{"result":"correct","message":"`);
  socket.end(Buffer.from([0x80, 0x22, 0x7d]));
});
const { timeouts } = defaultServiceProfile();
const shortTotal = { timeouts: { ...timeouts, submissionTotalMs: 500 } };

const unknown: readonly Cell[] = [
  {
    fault: 'closed as soon as connected',
    script: (socket) => socket.destroy(),
    code: 'connection_lost',
  },
  {
    fault: 'reset at the first bytes',
    script: (s) => s.once('data', () => reset(s)),
    code: 'connection_lost',
  },
  { fault: 'reset after the request', script: afterRequest(reset), code: 'connection_lost' },
  {
    fault: 'closed after the request',
    script: afterRequest((s) => s.end()),
    code: 'connection_lost',
  },
  {
    fault: 'headers never come',
    script: afterRequest(() => {}),
    code: 'connection_timeout',
    profile: hastyAnswer,
  },
  {
    fault: 'request never read',
    script: (s) => s.pause(),
    code: 'connection_timeout',
    profile: shortTotal,
    xml: Buffer.alloc(20_000_000, 65),
  },
  {
    fault: 'body stalls',
    script: afterRequest((s) => s.write(`${jsonHead}content-length: 9\r\n\r\n{`)),
    code: 'connection_timeout',
    raw: true,
    profile: hastyBody,
  },
  { fault: 'body drips', script: drip, code: 'connection_timeout', raw: true, profile: shortTotal },
  { fault: 'body without end', script: flood, code: 'answer_too_large', raw: true },
  {
    fault: 'announced length over the limit',
    script: afterRequest((s) =>
      s.write(`${jsonHead}content-length: 99999999999\r\n\r\n${' '.repeat(9000)}`),
    ),
    code: 'connection_timeout',
    raw: true,
    profile: hastyBody,
  },
  {
    fault: 'headers without end',
    script: afterRequest((s) => s.write(`${jsonHead}x: ${'y'.repeat(300_000)}`)),
    code: 'answer_too_large',
  },
  {
    fault: 'truncated by length',
    script: afterRequest((s) => s.end(`${jsonHead}content-length: 99\r\n\r\n{"result":"correct"}`)),
    code: 'connection_lost',
    raw: true,
  },
  {
    fault: 'truncated in a chunk',
    script: afterRequest((s) =>
      s.end(`${jsonHead}transfer-encoding: chunked\r\n\r\n20\r\n{"result":"correct"}`),
    ),
    code: 'connection_lost',
    raw: true,
  },
  {
    fault: 'reset within the body',
    script: afterRequest((s) =>
      s.write(`${jsonHead}content-length: 99\r\n\r\n{`, () => setTimeout(() => reset(s), 50)),
    ),
    code: 'connection_lost',
    raw: true,
  },
  {
    fault: 'not HTTP',
    script: afterRequest((s) => s.end('SSH-2.0-OpenSSH_9.2\r\n')),
    code: 'answer_not_understood',
  },
  {
    fault: 'broken JSON',
    script: jsonReply('{"result":"correct"'),
    code: 'answer_not_understood',
    raw: true,
  },
  { fault: 'empty body', script: jsonReply(''), code: 'answer_not_understood', raw: true },
  {
    fault: 'no content',
    script: reply('204 No Content'),
    code: 'answer_not_understood',
    raw: true,
  },
  { fault: 'no UTF-8', script: notUtf8, code: 'answer_not_understood', raw: true },
  {
    fault: 'HTML',
    script: reply('200 OK\r\ncontent-type: text/html', '<h1>Sign in</h1>'),
    code: 'answer_not_understood',
    raw: true,
  },
  {
    fault: 'no content type and no JSON',
    script: reply('200 OK', '<result>correct</result>'),
    code: 'answer_not_understood',
    raw: true,
  },
  {
    fault: 'encoded though not asked',
    script: jsonReply('{"result":"correct"}', '\r\ncontent-encoding: br'),
    code: 'answer_not_understood',
    raw: true,
  },
  {
    fault: 'a word nobody knows',
    script: jsonReply('{"result":"probably"}'),
    code: 'answer_not_understood',
    raw: true,
  },
  {
    fault: 'a record state nobody knows',
    script: jsonReply('{"result":"correct","records":[{"state":"odd"}]}'),
    code: 'answer_not_understood',
    raw: true,
  },
  ...(
    [
      [307, 'service_redirected'],
      [402, 'service_unclear'],
      [408, 'service_unavailable'],
      [410, 'service_unclear'],
      [418, 'service_unclear'],
      [425, 'service_unavailable'],
    ] as const
  ).map(([status, code]) => ({
    fault: `${status}`,
    script: reply(`${status} x`),
    code,
    raw: true,
  })),
  ...[500, 502, 503, 504].map((status) => ({
    fault: `${status}`,
    script: reply(`${status} x\r\nretry-after: 1`),
    code: 'service_unavailable' as const,
    raw: true,
  })),
];

const refusals: readonly (readonly [number, ErrorCode])[] = [
  [400, 'service_refused'],
  [401, 'service_unauthorized'],
  [403, 'service_forbidden'],
  [404, 'service_not_found'],
  [405, 'service_not_found'],
  [411, 'service_refused'],
  [413, 'service_too_large'],
  [414, 'service_not_found'],
  [415, 'service_refused'],
  [422, 'service_refused'],
  [429, 'service_rate_limited'],
  [431, 'service_refused'],
];

async function sendTo(script: Script, profile: Partial<ServiceProfile> = {}, xml = submission.xml) {
  await using server = await serveTcp(script);
  const log = keepLog();
  const client = clientOf(server.baseUrl, { profile: profileWith(profile), log });
  const outcome = await client.send({ ...submission, xml });
  await client.close();
  expect(server.seen.connections, 'connections').toBe(1);
  expect(
    leaksIn(log.lines.join() + inspect(outcome, { depth: 9 }) + JSON.stringify(outcome)),
  ).toEqual([]);
  return outcome;
}

const codeOf = (outcome: SendOutcome): string =>
  outcome.kind === 'answered' ? 'none' : outcome.error.code;

// holds H2
describe('possibly delivered, so unknown, after exactly one request', () => {
  test.each(unknown)('$fault', async ({ script, code, raw = false, profile, xml }) => {
    const outcome = await sendTo(script, profile, xml);
    expect([outcome.kind, codeOf(outcome), outcome.raw !== null]).toEqual(['unknown', code, raw]);
  });

  test.each(['{"identifier":"7"}', '[]', '3'])('%s has no result', async (body) => {
    const outcome = await sendTo(jsonReply(body));
    expect(outcome).toMatchObject({ kind: 'answered', result: null });
    const settlement = classifyOutcome(outcome, fileWith([]));
    expect([settlement.state, settlement.code]).toEqual(['unknown', 'answer_incomplete']);
  });

  test('reset while ten megabytes are being sent', async () => {
    const outcome = await sendTo(
      (s) => s.once('data', () => reset(s)),
      {},
      Buffer.alloc(10_000_000, 65),
    );
    expect([outcome.kind, codeOf(outcome)]).toEqual(['unknown', 'connection_lost']);
  });
});

test('a reset right after connecting: unknown unless the request was not even begun', async () => {
  const outcome = await sendTo(reset);
  expect(['unknown', 'not_delivered']).toContain(outcome.kind);
  expect(codeOf(outcome)).toBe('connection_lost');
});

describe('refused by the service, so surely not delivered', () => {
  test.each(refusals)('%i', async (status, code) => {
    const body = JSON.stringify({
      message: `Duplicate: ${canaries.client} ${'m'.repeat(900)}`,
      errors: { xml_contents: [`x ${Buffer.from(canaries.certificate).toString('base64')}`] },
    });
    const head = `${status} x\r\ncontent-type: application/json\r\nretry-after: 7`;
    const outcome = await sendTo(reply(head, body));
    expect(outcome).toMatchObject({
      kind: 'not_delivered',
      retryAfterMs: 7000,
      raw: { status },
      error: { code, details: { status, fields: { xml_contents: ['x [secret]'] } } },
    });
    const details = outcome.kind === 'not_delivered' ? outcome.error.details : {};
    expect(details.message).toMatch(/^Duplicate: \[secret\] m+$/);
    expect(String(details.message)).toHaveLength(500);
    expect(leaksIn(Buffer.from(outcome.raw?.body ?? []).toString())).toEqual([]);
  });

  test('also when the rest of the refusal is lost', async () => {
    const outcome = await sendTo(
      reply('413 x\r\ncontent-type: application/json\r\ncontent-length: 99', '{'),
    );
    expect([outcome.kind, codeOf(outcome)]).toEqual(['not_delivered', 'service_too_large']);
  });
});

test('a fault of our own while an answer is read keeps the answer', async () => {
  await using server = await serveTcp(jsonReply('{"result":"correct"}'));
  const clock = () => {
    throw new Error('a fault');
  };
  const keep = () => Promise.reject(new Error('a fault'));
  const client = clientOf(server.baseUrl, { clock, keep });
  const upload = { bytes: submission.xml, format: 'pdf', clientKey: keys.client } as const;
  for (const outcome of [await client.send(submission), await client.uploadAuthorization(upload)])
    expect(outcome).toMatchObject({ kind: 'unknown', raw: { status: 200 } });
});
