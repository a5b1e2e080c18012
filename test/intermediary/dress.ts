import { defaultServiceProfile } from '../../main/service/profile.ts';
import type { Dress } from './way.ts';

/** As Zubi assumes it: names of the specification, nothing around them. */
export const plainDress: Dress = {
  territories: (list) => ({ data: list.map(({ id, name }) => ({ id: String(id), name })) }),
  license: () => ({
    developer: { name: 'Arbiter' },
    software: { name: 'Zubi', version: '1', license: 'TEST' },
  }),
  company: (saved, territory) => ({ ...saved, regional_territory_data: territory }),
  refusal: (message, errors) => ({ message, errors }),
};

/** Everything under wrappers, a bare list, other headers. */
export const nestedDress: Dress = {
  territories: (list) => list.map(({ id, name }) => ({ code: id, texts: { es: name } })),
  license: () => ({ data: { by: 'Arbiter', product: { title: 'Zubi', release: 1 } } }),
  company: ({ api_key, ...saved }, territory) => ({
    ok: true,
    data: { company: { ...saved, regional_territory_data: territory }, keys: [{ value: api_key }] },
  }),
  refusal: (text, fields) => ({ ok: false, error: { text, fields } }),
};

export const nestedHeaders = { user: 'X-Office-Key', client: 'X-Company-Key' };

const base = defaultServiceProfile();

/** The profile of the nested dress. */
export const nestedProfile = {
  ...base,
  name: 'nested',
  headers: nestedHeaders,
  requests: {
    ...base.requests,
    company: { ...base.requests.company, territoryIdAs: 'number' },
    authorization: { ...base.requests.authorization, as: 'json' },
  },
  answers: {
    territories: { list: '', id: 'code', name: 'texts.es' },
    license: {
      developer: 'data.by',
      software: 'data.product.title',
      version: 'data.product.release',
      license: null,
    },
    company: {
      id: 'data.company.id',
      apiKey: 'data.keys.0.value',
      territoryName: 'data.company.regional_territory_data.name',
      taxId: 'data.company.tax_id_number',
    },
    submission: {
      ...base.answers.submission,
      result: 'data.response.outcome.word',
      identifier: null,
      registrationNumber: null,
      code: 'data.response.outcome.code',
      message: null,
      records: 'data.response.lines',
      record: {
        ...base.answers.submission.record,
        key: {
          issuer: 'ref.issuer',
          series: 'ref.series',
          number: 'ref.number',
          date: 'ref.date',
          epigraph: 'ref.epigraph',
          concept: 'ref.concept',
          line: 'ref.line',
        },
        state: 'outcome.word',
        stateWords: {
          correct: 'correct',
          accepted_with_errors: 'accepted_with_errors',
          incorrect: 'incorrect',
          cancelled: 'cancelled',
        },
        code: 'outcome.code',
      },
      ledgerResponse: null,
    },
    error: { ...base.answers.error, message: 'error.text', fields: 'error.fields' },
  },
};
