import type { Random } from '../fixtures/validator/random.ts';

/** Numbers at the limits of header fields. */
const edges = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xfffffffe, 0xffffffff];

/** Pieces with a meaning for one of the readers. */
const words = [
  ...['<', '>', '&', '"', "'", ']]>', '-->', '<!--', '<![CDATA[', '<!DOCTYPE x [', '&#x0;', '&lt;'],
  ...['PK\u0001\u0002', 'PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0006\u0007', '../', '\\', '\0'],
  ...['stream\n', 'endstream', 'obj', '/ObjStm', '/JavaScript', '/J#53', '%%EOF', 'startxref\n9\n'],
  ...[
    'null',
    '{}',
    '[]',
    '""',
    '-1',
    '1e999',
    '{"a":',
    '\\u0000',
    '\ud800',
    'XFD1048576',
    '_x0000_',
  ],
  ...[';', ',', '\t', '\r', '\n', '\uFEFF', 'sep=;', '""', 'Incorrecto', 'true'],
];

/**
 * One to six changes of the kinds that break readers: bits, numbers, pieces moved, cut, doubled.
 */
export function mutate(random: Random, bytes: Uint8Array, others: readonly Uint8Array[]): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let left = random.int(1, 6); left > 0; left -= 1) changed = change(random, changed, others);
  return changed;
}

function change(random: Random, bytes: Buffer, others: readonly Uint8Array[]): Buffer {
  const at = random.int(0, bytes.length);
  const length = random.int(0, Math.min(64, bytes.length - at));
  const [before, piece, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + length),
    bytes.subarray(at + length),
  ];
  switch (random.int(0, 7)) {
    case 0:
      return flip(random, bytes);
    case 1:
      return writeEdge(random, bytes);
    case 2:
      return Buffer.concat([before, after]);
    case 3:
      return Buffer.concat([before, piece, piece, after]);
    case 4:
      return Buffer.concat([before, Buffer.from(random.pick(words)), random.pick([piece, after])]);
    case 5:
      return Buffer.concat([before, Buffer.from(random.pick(words)), piece, after]);
    case 6:
      return Buffer.concat([before, after, piece]);
    default:
      return splice(random, before, others);
  }
}

function flip(random: Random, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes;
  const at = random.int(0, bytes.length - 1);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
  return bytes;
}

function writeEdge(random: Random, bytes: Buffer): Buffer {
  if (bytes.length < 4) return bytes;
  const at = random.int(0, bytes.length - 4);
  if (random.chance(0.5)) bytes.writeUInt32LE(random.pick(edges), at);
  else bytes.writeUInt16BE(random.pick(edges) & 0xffff, at);
  return bytes;
}

function splice(random: Random, before: Buffer, others: readonly Uint8Array[]): Buffer {
  const other = Buffer.from(random.pick(others));
  return Buffer.concat([before, other.subarray(random.int(0, other.length))]);
}
