import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { methodNames, methods } from '../../../contract/methods.ts';
import { createDispatch } from '../../../main/dispatch.ts';

/** Every object of an input, with its known keys. */
interface Place {
  readonly path: readonly (string | 0)[];
  readonly keys: readonly string[];
}

/** Written apart from the code that makes inputs strict: from JSON Schema, not from the types. */
function findPlaces(schema: z.core.JSONSchema.BaseSchema, path: Place['path'] = []): Place[] {
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as (typeof schema)[];
  const inside = options.flatMap((option) => findPlaces(option, path));
  if (schema.type === 'array')
    inside.push(...findPlaces(schema.items as typeof schema, [...path, 0]));
  const names = (schema.propertyNames as typeof schema | undefined)?.enum as string[] | undefined;
  if (names !== undefined) return [{ path, keys: names }];
  if (schema.properties === undefined) return inside;
  const fields = Object.entries(schema.properties) as [string, typeof schema][];
  return [
    { path, keys: fields.map(([key]) => key) },
    ...fields.flatMap(([key, field]) => findPlaces(field, [...path, key])),
    ...inside,
  ];
}

const places = methodNames.flatMap((method) =>
  findPlaces(z.toJSONSchema(methods[method].input, { io: 'input', unrepresentable: 'any' })).map(
    (place) => ({ method, ...place, at: place.path.join('.') || 'the input' }),
  ),
);

/** An input that has nothing but this key at this place. */
function inputWith(path: Place['path'], key: string): unknown {
  return path.reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), {
    [key]: 'x',
  });
}

const dispatch = createDispatch({
  handlers: new Proxy({} as Parameters<typeof createDispatch>[0]['handlers'], {
    get: () => async () => ({ served: true }),
  }),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  mayChange: true,
});

describe('the input of a method (T8)', () => {
  it('is an object for every method, and some contain objects', () => {
    expect(new Set(places.map(({ method }) => method))).toEqual(new Set(methodNames));
    const nested = new Set(places.filter(({ path }) => path.length > 0).map(({ at }) => at));
    for (const at of ['filter', 'mapping', 'mapping.columns', 'chosen.0', 'chosen.0.at'])
      expect(nested).toContain(at);
  });

  it.each(places)('of $method refuses a misspelt key in $at', async ({ method, path, keys }) => {
    const misspelt = keys.map((key) => ({ written: `${key}z`, nearest: key }));
    for (const { written, nearest } of misspelt.length > 0
      ? misspelt
      : [{ written: 'all', nearest: null }]) {
      const toText = (key: string) => [...path, key].join('.');
      expect(await dispatch(method, inputWith(path, written))).toMatchObject({
        ok: false,
        error: {
          code: 'invalid_input',
          details: {
            unknownKeys: [
              { path: toText(written), nearest: nearest === null ? null : toText(nearest) },
            ],
          },
        },
      });
    }
  });

  it('names the nearest key in any case, and no values', async () => {
    const key = 'sk_live_4242';
    const input = { UserApiKeys: key, soft_garante: key, [key]: key };
    const reply = await dispatch('connection.set', input);
    expect(reply).toMatchObject({
      error: {
        details: {
          unknownKeys: [
            { path: 'UserApiKeys', nearest: 'userApiKey' },
            { path: 'soft_garante', nearest: 'softwareGarante' },
            // A text that does not look like a name may be a secret in the wrong place.
            { path: '…' },
          ],
        },
      },
    });
    expect(JSON.stringify(reply)).not.toContain(key);
  });

  it('leaves the names in a profile free', async () => {
    const reply = await dispatch('connection.set', { profile: { name: 'x', anything: { a: 1 } } });
    expect(reply).toEqual({ ok: true, value: { served: true } });
  });

  it.each([
    ['submissions.cancelJob', {}],
    ['submissions.cancelJob', { all: false }],
    ['submissions.cancelJob', { ids: ['a'], all: true }],
    ['companies.createDrafts', {}],
    ['submissions.retryAll', {}],
    ['submissions.retryAll', { filter: {} }],
    ['submissions.retryAll', { filter: { text: '  ' } }],
    ['submissions.retryAll', { filter: { states: [] } }],
    ['submissions.planRetry', { filter: {} }],
  ] as const)('does not mean all for %s with %j', async (method, input) => {
    expect(await dispatch(method, input)).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
  });

  it.each([
    ['submissions.cancelJob', { all: true }],
    ['companies.createDrafts', { all: true }],
    ['submissions.buildCancellation', { id: 'a' }],
    ['submissions.retryAll', { all: true }],
    ['submissions.planRetry', { all: true }],
  ] as const)('says all explicitly for %s: %j', async (method, input) => {
    expect(await dispatch(method, input)).toEqual({ ok: true, value: { served: true } });
  });
});
