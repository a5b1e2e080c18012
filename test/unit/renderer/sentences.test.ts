import { describe, expect, it } from 'vitest';
import { loadTexts } from '../../../main/platform/texts.ts';
import { createTexts, showLanguage } from '../../../renderer/i18n.ts';
import { errorSentences, issueSentences, reasonTitle } from '../../../renderer/sentences.ts';

describe('a refusal in words', () => {
  it.each([
    ['es', '20 nov 2026'],
    ['eu', '2026 aza. 20'],
    ['en', '20 Nov 2026'],
  ] as const)('has dates as %s writes them', async (language, day) => {
    const texts = await createTexts(language);
    const details = { name: 'Batuta SL', expiresOn: '2026-11-20' };
    const { message } = errorSentences(texts, { code: 'authorization_expired', details });
    expect(message).toContain(day);
    expect(message).not.toContain('2026-11-20');
    const inTerminal = loadTexts(language).failure({ code: 'authorization_expired', details });
    expect(inTerminal).toContain(day);
  });

  it.each(['es', 'eu', 'en'] as const)(
    'H8: names in %s the issuer of the certificate that was refused',
    async (language) => {
      const texts = await createTexts(language);
      const authority = 'O=Oficina & <b>Inspección</b>, CN=Proxy';
      for (const code of ['connection_tls', 'connection_proxy'] as const) {
        expect(errorSentences(texts, { code, details: { authority } }).message).toContain(
          authority,
        );
        expect(errorSentences(texts, { code, details: { authority: null } }).message).not.toContain(
          'null',
        );
      }
    },
  );
});

it('has the own words of a service that refuses, by field', async () => {
  const texts = await createTexts('es');
  const fields = { full_name: ['Demasiado largo.'], tax_id_number: [] };
  const details = { status: 422, message: 'Datos no válidos.', fields };
  const refusal = { code: 'service_refused', details } as const;
  expect(errorSentences(texts, refusal).message).toContain(
    'El servicio dice: Datos no válidos. · full_name: Demasiado largo.',
  );
  const silent = { ...refusal, details: { status: 422, message: null, fields: {} } };
  expect(errorSentences(texts, silent).message).not.toContain('El servicio dice');
  const ours = { code: 'invalid_input', details: { fields: ['cursor: invalid'] } } as const;
  expect(errorSentences(texts, ours).message).not.toContain('El servicio dice');
});

it('says in words what an answer has instead of what was expected', async () => {
  const details = { place: 'data', expected: 'list', found: 'text (4)' };
  const error = { code: 'reading_not_understood', details } as const;
  const { message } = errorSentences(await createTexts('es'), error);
  expect(message).toContain('en «data» se espera «lista» y hay «texto (4)»');
  const nothing = { ...error, details: { ...details, found: 'nothing' } };
  expect(loadTexts('eu').failure(nothing)).toContain('ezer ez');
  const page = { ...error, details: { ...details, expected: 'JSON', found: 'text/html' } };
  expect(loadTexts('en').failure(page)).toContain('text/html');
  const whole = { ...page, details: { ...page.details, place: '' } };
  expect(errorSentences(await createTexts('es'), whole).message).toContain(
    'en «toda la respuesta» se espera «JSON» y hay «text/html»',
  );
  expect(loadTexts('eu').failure(whole)).toContain('«erantzun osoa»');
});

it('a few words say why a submission had no answer, also for an unknown code', async () => {
  const texts = await createTexts('en');
  expect(reasonTitle(texts, 'history_restored')).toBe('The history was restored from a backup');
  for (const code of [null, 'E_OF_A_LATER_VERSION'])
    expect(reasonTitle(texts, code)).toBe('Answer not recognised');
});

it.each([
  ['es', 'Comprobando 1.000 archivos'],
  ['en', 'Checking 1,000 files'],
] as const)('a count is written in the number format of %s', async (language, words) => {
  const texts = await createTexts(language);
  expect(texts.t('drop.judging', { count: 1000 })).toContain(words);
  expect(texts.t('companyImport.columnOf', { index: 1000 })).toContain('1000');
});

it.each([
  ['es', 'tiene 10.001 etiquetas; el límite es 10.000', 'Enviados 1.000 de 1.204'],
  ['eu', '10.001 etiketa ditu; muga 10.000 da', '1.204'],
  ['en', 'has 10,001 tags; the limit is 10,000', '1,204'],
] as const)(
  'every amount in a text is written in the number format of %s; a year, a line and a row are no amounts',
  async (language, words, progress) => {
    const texts = await createTexts(language);
    const issue = (code: string, params: Record<string, number>) =>
      issueSentences(texts, { code, params, ledgerCode: null }).message;
    expect(issue('xml_too_many_tags', { count: 10_001, limit: 10_000 })).toContain(words);
    expect(texts.t('submit.progress', { done: 1000, total: 1204 })).toContain(progress);
    expect(issue('xml_cut_off', { openedLine: 12_000 })).toContain('12000');
    expect(issue('rule_APP_06', { year: 2026 })).toContain('2026');
    const { message } = errorSentences(texts, { code: 'import_quotes', details: { row: 12_000 } });
    expect(message).toContain('12000');
  },
);

it('a language that comes late does not replace one that was chosen after it', async () => {
  const texts = await createTexts('es');
  let isWanted = true;
  const shown = showLanguage(texts, 'eu', () => isWanted);
  isWanted = false;
  await shown;
  expect(texts.language).toBe('es');
  await showLanguage(texts, 'eu', () => true);
  expect(texts.language).toBe('eu');
});
