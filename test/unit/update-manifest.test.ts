import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { readManifest } from '../../main/features/updates/manifest.ts';

const now = new Date('2026-11-30T10:00:00Z');
const manifest = {
  format: 'zubi-update/1',
  version: '1.2.3',
  expires: '2026-12-30T10:00:00.000Z',
  rollout: 100,
  notes: {},
  files: [],
};

function publish({ publicKey, privateKey }: ReturnType<typeof generateKeyPairSync>) {
  const signed = JSON.stringify(manifest);
  const signature = sign(null, Buffer.from(signed), privateKey).toString('base64');
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  return { text: JSON.stringify({ signed, signature }), key };
}

test('only a signature by Ed25519 counts, whatever key is built in', () => {
  const good = publish(generateKeyPairSync('ed25519'));
  expect(readManifest(good.text, good.key, now)).toEqual(manifest);
  const weak = [
    publish(generateKeyPairSync('ed448')),
    publish(generateKeyPairSync('rsa', { modulusLength: 512 })),
  ];
  for (const { text, key } of weak)
    expect(() => readManifest(text, key, now)).toThrow(
      expect.objectContaining({ code: 'update_signature' }),
    );
});
